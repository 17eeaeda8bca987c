"""People: who plays here, under which name, and how strong they are.

names        what a person may be called
person       a row for each guest with a name, account, program and level
"""
