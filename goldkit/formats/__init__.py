"""One file an exchange format; corpora and runs are read here too. The formats by name: goldkit.formats.catalogue."""
