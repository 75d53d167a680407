#!/bin/bash
# As the image does: engine, password, database, a file that says so; ends when the engine does.
set -e
data=/var/lib/oceanbase
export TELEMETRY_ENABLED=false
mkdir -p "$data"
cd "$data"
/opt/seekdb/seekdb --nodaemon --base-dir="$data" --port=2881 --parameter memory_budget=1G --parameter log_disk_size=2G --log-level WARN &
engine=$!

if [ ! -f "$data/.initialized" ]; then
  until mysql -h127.0.0.1 -P2881 -uroot -e "SELECT 1" >/dev/null 2>&1; do
    kill -0 "$engine"
    sleep 0.5
  done
  mysql -h127.0.0.1 -P2881 -uroot -e "ALTER USER root IDENTIFIED BY '$ROOT_PASSWORD'"
  mysql -h127.0.0.1 -P2881 -uroot -p"$ROOT_PASSWORD" -e "CREATE DATABASE IF NOT EXISTS \`$SEEKDB_DATABASE\`"
  touch "$data/.initialized"
fi
echo "initialized"
wait "$engine"
exit 1
