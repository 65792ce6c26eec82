import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unusedStrings } from './unused-strings.ts'

test('a text that no file reads is named; one read by name, by destructuring or by a computed key is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strings-'))
  try {
    mkdirSync(join(folder, 'src'))
    const table = (name: string, keys: string) => `export const ${name} = {\n${keys}} as const\n`
    writeFileSync(
      join(folder, 'src/star.strings.ts'),
      table('starStrings', "  add: 'Star',\n  gone: 'Unused',\n  all: 'x',\n"),
    )
    writeFileSync(join(folder, 'src/state.strings.ts'), table('stateStrings', "  open: 'Open',\n  done: 'Done',\n"))
    writeFileSync(
      join(folder, 'src/Star.tsx'),
      "import { stateStrings as states } from './state.strings.ts'\n" +
        'const { all } = starStrings\nshow(starStrings.add, all, states[state])\n',
    )
    expect(unusedStrings(folder)).toEqual(['src/star.strings.ts: nobody reads starStrings.gone'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
