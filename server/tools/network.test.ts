import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

test('an IPv4 address stands for itself, an IPv6 address for its /64', () => {
  const networks = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:DB8:1:2::9': '2001:db8:1:2::/64',
    '2001:db8::9': '2001:db8:0:0::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
  }
  for (const [address, network] of Object.entries(networks)) assert.equal(networkOf(address), network, address)
})

test('two addresses of one /64 are one network, those of two are two', () => {
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff::'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
})
