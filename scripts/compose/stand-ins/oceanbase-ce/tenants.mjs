// The engine has one tenant and no name for it. This door takes the tenant's name off the user who logs in with it, and passes on
// everything else, so that `user@tenant` works and another tenant is refused like a wrong password.
import { connect, createServer } from "node:net";

const TENANT = Buffer.from(`@${process.env.OB_TENANT_NAME}`);
/** Length and number of the packet, then the client's abilities, packet size, character set and 23 reserved bytes. */
const USER_AT = 4 + 4 + 4 + 1 + 23;

function withoutTenant(packet) {
  const end = packet.indexOf(0, USER_AT);
  const name = packet.subarray(USER_AT, end);
  if (end < 0 || name.length <= TENANT.length || !name.subarray(-TENANT.length).equals(TENANT)) return packet;
  const shorter = Buffer.concat([packet.subarray(0, end - TENANT.length), packet.subarray(end)]);
  shorter.writeUIntLE(packet.readUIntLE(0, 3) - TENANT.length, 0, 3);
  return shorter;
}

createServer((client) => {
  const engine = connect(2880, "127.0.0.1");
  client.once("data", (packet) => {
    engine.write(withoutTenant(packet));
    client.pipe(engine);
  });
  engine.pipe(client);
  for (const socket of [client, engine]) {
    socket.setNoDelay(true);
    socket.on("error", () => {
      client.destroy();
      engine.destroy();
    });
  }
}).listen(2881);
