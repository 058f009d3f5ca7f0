class Document:
    def __init__(self, page_content, id=None, metadata=None):
        self.page_content, self.id, self.metadata = page_content, id, metadata or {}
