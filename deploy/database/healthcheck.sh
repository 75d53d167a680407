#!/bin/bash
# healthcheck.sh <client> <file that the first boot leaves behind>
# The engine answers long before its first boot is over, with an empty password and without our database. Only a login with the
# password and the database proves that it is.
user=root${OB_TENANT_NAME:+@$OB_TENANT_NAME}
answer=$("$1" -h127.0.0.1 -P2881 -u"$user" -p"$OB_TENANT_PASSWORD" -D"$OB_DATABASE" -e "SELECT 1" 2>&1) && exit 0

# A volume that was made with another password would be waited for in silence: say so where `logs` shows it.
if [[ $answer == *"Access denied"* && -n $(find "$2" -mmin +10 2>/dev/null) ]]; then
  echo "powercontext: root is refused. If this goes on, POWERCONTEXT_DATABASE_ROOT_PASSWORD in .env is not the password that this volume was made with." >/proc/1/fd/1
fi
echo "$answer"
exit 1
