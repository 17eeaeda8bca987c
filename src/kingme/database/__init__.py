"""What every store of KingMe shares, whatever it keeps: connections, versions, checksums, damage, backups.

    opening      opens a store: looks whether it is whole, brings it up to date
    connection   engines, and a database's errors in words
    sqlite       all that is true of SQLite only: its file, its log, its locks, its checks
    salvage      a damaged file is set aside, and what can be read of it goes into a new one
    migration    versions of a store's tables, with Alembic
    checksum     one function for the checksum of a row
    damage       a row that is not what was written, in words; where such rows are kept
    backup       one file with all stores, and back

A store is described by its `StoreKind`; the tables belong to those who use them (`kingme.arena`, `kingme.web`).
"""
