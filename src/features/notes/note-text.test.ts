import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fastestOf } from '#testing/fastest-of.ts'
import { parseNote, plainNote, safeHref, type NoteBlock, type NoteInline } from './note-text.ts'

const text = (words: string): NoteInline => ({ kind: 'text', text: words })
const inline = (body: string): readonly NoteInline[] => {
  const [block] = parseNote(body)
  return block?.kind === 'lines' ? block.children : []
}

describe('a note’s words', () => {
  test('may be bold, italic or code, also one in the other', () => {
    expect(inline('a **loud** *soft* _soft_ `x = 1` b')).toEqual([
      text('a '),
      { kind: 'strong', children: [text('loud')] },
      text(' '),
      { kind: 'emphasis', children: [text('soft')] },
      text(' '),
      { kind: 'emphasis', children: [text('soft')] },
      text(' '),
      { kind: 'code', text: 'x = 1' },
      text(' b'),
    ])
    expect(inline('**a *b* c**')).toEqual([
      { kind: 'strong', children: [text('a '), { kind: 'emphasis', children: [text('b')] }, text(' c')] },
    ])
    expect(inline('*a **b** c*')).toEqual([
      { kind: 'emphasis', children: [text('a '), { kind: 'strong', children: [text('b')] }, text(' c')] },
    ])
  })

  test.each([
    '2 * 3 * 4',
    'snare_top_left',
    '5*6*7',
    '**',
    '****',
    '**open',
    '_ x _',
    '`',
    '``',
    'a ** b ** c',
    '[x]',
    '[x]()',
  ])('keep signs that mean nothing: %s', (body) => {
    expect(inline(body)).toEqual([text(body)])
  })

  test('hold no marks inside code', () => {
    expect(inline('`**no**`')).toEqual([{ kind: 'code', text: '**no**' }])
  })

  test('make lists, and go on after them', () => {
    expect(parseNote('Two things:\n- kick **up**\n- bass\nThen\n3. bounce\n4. send')).toEqual([
      { kind: 'lines', children: [text('Two things:')] },
      {
        kind: 'list',
        ordered: false,
        start: 1,
        items: [[text('kick '), { kind: 'strong', children: [text('up')] }], [text('bass')]],
      },
      { kind: 'lines', children: [text('Then')] },
      { kind: 'list', ordered: true, start: 3, items: [[text('bounce')], [text('send')]] },
    ] satisfies readonly NoteBlock[])
  })

  test('keep their lines', () => expect(inline('one\ntwo\n\nthree')).toEqual([text('one\ntwo\n\nthree')]))

  test('are told plainly in titles', () => {
    expect(plainNote('**Vocal** is `low`, see [this](https://a.example)')).toBe('Vocal is low, see this')
  })
})

describe('links', () => {
  test('are named or bare, without the sign that ends the sentence', () => {
    expect(inline('see https://a.example/x?y=1. [mail](mailto:jo@a.example)')).toEqual([
      text('see '),
      { kind: 'link', href: 'https://a.example/x?y=1', text: 'https://a.example/x?y=1' },
      text('. '),
      { kind: 'link', href: 'mailto:jo@a.example', text: 'mail' },
    ])
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/x',
    '//a.example',
    '/relative',
    'http:',
    'https://',
    'ftp://a.example',
  ])('lead nowhere but to the web and to mail: %s', (address) => {
    expect(safeHref(address)).toBeUndefined()
    expect(linksOf(parseNote(`[press](${address})`)).filter((href) => !href.startsWith('https://a.example'))).toEqual(
      [],
    )
  })
})

describe('whatever is typed', () => {
  const pieces = fc.constantFrom(
    '**',
    '*',
    '_',
    '`',
    '[',
    ']',
    '(',
    ')',
    '](',
    'javascript:',
    'https://',
    'http://a.example',
    'mailto:',
    '<script>',
    '"><img src=x onerror=alert(1)>',
    '&lt;',
    '\n',
    '- ',
    '1. ',
    ' ',
    'a',
    '@Jo',
    '\u202e',
    '\u0000',
    '💥',
    '\ud800',
  )
  const hostile = fc.oneof(
    fc.array(pieces, { maxLength: 60 }).map((list) => list.join('')),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  )

  test('no link leads elsewhere', () => {
    fc.assert(
      fc.property(hostile, (body) => {
        for (const href of linksOf(parseNote(body)))
          expect(['http:', 'https:', 'mailto:']).toContain(URL.parse(href)?.protocol ?? 'https:')
      }),
      { numRuns: 2000 },
    )
  })

  test('no letter is made up, and none but signs are lost', () => {
    fc.assert(
      fc.property(hostile, (body) => {
        const shown = plainNote(body).replaceAll('\n', '')
        expect(isWithin(shown, body)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '<', '>', '&', '"', "'", '\n', 'é'), maxLength: 80 }),
        (body) => {
          // Notes are stored trimmed.
          expect(plainNote(body.trim())).toBe(body.trim())
        },
      ),
    )
  })

  test.each(['*a ', '**a ', '_a ', '[a](', '`a ', '**a*b_', 'https://', '- *', '[', '***'])(
    'it is read in no time: %s over and over',
    async (piece) => {
      const body = piece.repeat(Math.floor(10_000 / piece.length))
      expect(await fastestOf(3, () => parseNote(body))).toBeLessThan(1000)
    },
  )
})

function linksOf(blocks: readonly NoteBlock[]): readonly string[] {
  const of = (inlines: readonly NoteInline[]): readonly string[] =>
    inlines.flatMap((one) => (one.kind === 'link' ? [one.href] : 'children' in one ? of(one.children) : []))
  return blocks.flatMap((block) => (block.kind === 'list' ? block.items.flatMap(of) : of(block.children)))
}

/** All its characters occur in the whole, in this order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0
  for (const letter of part) {
    at = whole.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
