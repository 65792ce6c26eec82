import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = `${root}docs/security/`
const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(folder + name, 'utf8') }))

/**
 * The levels of OWASP ASVS 5.0.0, section by section: of its first requirement, its second, and so on; a dash is level
 * 3.
 */
const levels: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '111112222',
  '1.3': '11222222222',
  '1.4': '222',
  '1.5': '12',
  '2.1': '122',
  '2.2': '112',
  '2.3': '1222',
  '2.4': '2',
  '3.2': '11',
  '3.3': '1222',
  '3.4': '112222',
  '3.5': '11122',
  '3.7': '22',
  '4.1': '122',
  '4.2': '2',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112',
  '5.3': '11',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '1122',
  '6.4': '1122',
  '6.5': '22222',
  '6.6': '222',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '22',
  '7.6': '22',
  '8.1': '12',
  '8.2': '112',
  '8.3': '1',
  '8.4': '2',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '22',
  '10.3': '2222',
  '10.4': '11111222222',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '22',
  '11.2': '222',
  '11.3': '112',
  '11.4': '1222',
  '11.5': '2',
  '11.6': '2',
  '12.1': '122',
  '12.2': '11',
  '12.3': '2222',
  '13.1': '2',
  '13.2': '22222',
  '13.3': '22',
  '13.4': '12222',
  '14.1': '22',
  '14.2': '1222',
  '14.3': '122',
  '15.1': '122',
  '15.2': '122',
  '15.3': '1222222',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '222',
  '17.1': '2',
  '17.2': '2222',
  '17.3': '22',
}
const asked = Object.entries(levels).flatMap(([section, each]) =>
  [...each].flatMap((level, index) => (level === '-' ? [] : [{ number: `${section}.${index + 1}`, level }])),
)

interface Row {
  readonly page: string
  readonly number: string
  readonly level: string
  readonly verdict: string
  readonly where: string
}
const rows: readonly Row[] = pages.flatMap(({ name, text }) =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| ([^|]+) \| (.*) \|$/gm)].map(
    ([, number = '', level = '', verdict = '', where = '']) => ({ page: name, number, level, verdict, where }),
  ),
)

test('every requirement of levels 1 and 2 is there once, on its chapter’s page', () => {
  expect(asked).toHaveLength(253)
  expect(rows.map(({ number, level }) => ({ number, level }))).toEqual(expect.arrayContaining(asked))
  expect(rows).toHaveLength(253)
  for (const { page, number } of rows) expect(page).toMatch(new RegExp(`^v${number.split('.')[0]?.padStart(2, '0')}-`))
})

test('each has a verdict, and a place or a reason', () => {
  for (const { number, verdict, where } of rows)
    expect([number, verdict, where.length > 3]).toEqual([
      number,
      expect.stringMatching(/^(met|not applicable|not met)$/),
      true,
    ])
})

test('every file they name is there', () => {
  const named = pages.flatMap(({ name, text }) =>
    [
      ...text.matchAll(
        /`((?:src|docs|e2e|trust|cli|scripts)\/[^`\s]+|[\w.-]+\.(?:ts|json)|Dockerfile|\.dockerignore)`/g,
      ),
    ].map(([, path = '']) => `${name}: ${path}`),
  )
  expect(named.length).toBeGreaterThan(150)
  expect(named.filter((one) => !existsSync(root + (one.split(': ')[1] ?? '')))).toEqual([])
})

test('every test they name is there', () => {
  const text = pages.find(({ name }) => name === 'peers.md')?.text ?? ''
  const named = [...text.matchAll(/`(src\/[^`]+\.test\.ts)`: “([^”]+)”/g)]
  expect(named.length).toBeGreaterThan(15)
  for (const [, path = '', words = ''] of named)
    expect([path, words, readFileSync(root + path, 'utf8').includes(words)]).toEqual([path, words, true])
})
