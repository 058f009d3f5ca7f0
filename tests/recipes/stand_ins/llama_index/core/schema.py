class TextNode:
    def __init__(self, id_, text):
        self.node_id, self.text = id_, text
