import { clientNetwork } from "./client-network.policy.js";

describe("clientNetwork", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::6", "2001:db8:1:2"],
    ["2001:db8::6", "2001:db8:0:0"],
    ["2001:db8::", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["fe80::1:2:3:4%eth0", "fe80:0:0:0"],
  ])("takes %s for %s", (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  it("has one word for a connection without an address", () => {
    expect(clientNetwork(undefined)).toBe("unknown");
  });
});
