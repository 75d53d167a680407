#!/bin/bash
# As the image does: at the first boot the tenant's root has no password, runs what lies in init.d and gets its password last. And as
# the image does not: it never ends by itself, even without its engine, and passes no signal on to it.
made=/root/.obd/cluster/obcluster/config.yaml
export TELEMETRY_ENABLED=false
export OB_TENANT_NAME=${OB_TENANT_NAME:-test}

if [ -f "$made" ] && [ "$(cat "$made")" != "${OB_SERVER_IP:-$(hostname -i)}" ]; then
  echo "boot failed! the cluster was made at another address"
  exit 1
fi
mkdir -p /root/ob
cd /root/ob || exit 1
/opt/seekdb/seekdb --nodaemon --base-dir=/root/ob --port=2880 --parameter memory_budget=1G --parameter log_disk_size=2G --log-level WARN &
node /root/boot/tenants.mjs &

if [ ! -f "$made" ]; then
  until obclient -h127.1 -P2881 -uroot@"$OB_TENANT_NAME" -e "SELECT 1" >/dev/null 2>&1; do sleep 0.5; done
  for file in /root/boot/init.d/*; do
    echo "running $file ..."
    obclient -h127.1 -P2881 -uroot@"$OB_TENANT_NAME" -A <"$file"
  done
  obclient -h127.1 -P2881 -uroot@"$OB_TENANT_NAME" -e "alter user root identified by '$OB_TENANT_PASSWORD'"
  mkdir -p "$(dirname "$made")"
  echo "${OB_SERVER_IP:-$(hostname -i)}" >"$made"
fi
echo "boot success!"
while :; do sleep 10; done
