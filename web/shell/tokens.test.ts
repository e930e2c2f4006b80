import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contrast } from './mix.ts'
import { presets } from './presets.ts'
import { azurite, pine, tokensOf } from './tokens.ts'

for (const brightness of ['light', 'dark'] as const) {
  const tokens = tokensOf(brightness === 'dark')
  test(`every text of the ${brightness} page can be read on every ground it stands on`, () => {
    for (const ground of ['paper', 'card', 'raised', 'hover'] as const)
      for (const text of ['ink', 'ink2', 'good', 'wait', 'bad', 'off', 'busy'] as const)
        assert.ok(contrast(tokens[text], tokens[ground]) >= 4.5, `${text} on ${ground}: ${contrast(tokens[text], tokens[ground])}`)
    for (const verdict of ['good', 'wait', 'bad', 'off', 'busy'] as const)
      assert.ok(contrast(tokens[verdict], tokens[`${verdict}Ground`]) >= 4.5, verdict)
    for (const ground of ['card', 'paper'] as const)
      assert.ok(contrast(tokens.edge, tokens[ground]) >= 3, `the border of a field on ${ground}`)
  })
}

test('each preset has a frame of its own, on which white has 7:1 and the text of the menu 4.5:1', () => {
  const frames = presets.map(({ header, sidebar }) => `${header.background} ${sidebar.background}`)
  assert.equal(new Set(frames).size, presets.length)
  for (const { name, colours, header, sidebar } of presets.slice(1)) {
    assert.ok(contrast(header.background ?? '', '#ffffff') >= 7, `${name} header`)
    assert.ok(contrast(sidebar.background ?? '', '#ffffff') >= 7, `${name} sidebar`)
    assert.ok(contrast(sidebar.background ?? '', sidebar.text ?? '') >= 4.5, `${name} menu`)
    assert.ok(contrast(colours.primary ?? '', '#ffffff') >= 4.5, `${name} buttons`)
  }
})

test('the sign-in is pine: its words and its button can be read', () => {
  assert.ok(contrast(pine.header, pine.text) >= 7)
  assert.ok(contrast(pine.header, pine.quiet) >= 4.5)
  assert.ok(contrast(azurite, '#ffffff') >= 6)
})

test('what is painted before anything is loaded has the colours of the tokens', () => {
  const html = readFileSync(new URL('../index.html', import.meta.url), 'utf8')
  const { paper, ink, ink2 } = tokensOf(false)
  const known = [paper, ink, ink2, pine.header]
  for (const [colour] of html.matchAll(/#[0-9a-f]{6}\b/g)) assert.ok(known.includes(colour), colour)
})
