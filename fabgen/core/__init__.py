"""The floor that everything stands on: problems, lengths, YAML, languages, files on the disk, worker processes."""
