#!/bin/sh
# restore-sqlite.sh <file>: puts a backup in the place of the database. No server may be running.
set -eu
database=${POWERCONTEXT_SERVER_DATABASE_URL#sqlite:///}
cp "$1" "$database.restored"
# The log of what was there before is not that of the backup.
rm -f "$database-wal" "$database-shm"
mv "$database.restored" "$database"
echo "restored from $1"
