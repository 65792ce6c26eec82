import { settings } from '#server/config.ts'
import { contracts, tokenTable } from '#app/server/feature-parts.ts'
import * as z from 'zod'
import { growingFiguresPage } from '../bench/growing-page.ts'
import { trustPage } from '../trust/trust-page.ts'

/** Pages generated from the code; `npm run check` fails if one is outdated. */
export const generatedPages: Readonly<Record<string, () => string>> = {
  'docs/configuration.md': configurationPage,
  'docs/api.md': apiPage,
  '.env.example': envExample,
  'docs/trust.md': trustPage,
  'docs/scaling-figures.md': growingFiguresPage,
}

const groups = [...new Set(Object.values(settings).map((entry) => entry.group))]

function configurationPage(): string {
  const sections = groups.map((group) => {
    const rows = entriesOf(group).map(([name, entry]) => {
      const fromFile = 'secret' in entry ? ` \`${name}_FILE\` reads it from a file.` : ''
      const meaning = `${entry.text}${choicesOf(entry.shape)}${fromFile}`
      return `| \`${name}\` | ${meaning} | ${defaultOf(entry.shape) ?? 'not set'} |`
    })
    return [
      `## ${group}`,
      '',
      ...(notes[group] ? [notes[group], ''] : []),
      '| name | meaning | default |',
      '| --- | --- | --- |',
      ...rows,
      '',
    ].join('\n')
  })
  return [
    '# Configuration',
    '',
    'Settings are environment variables, or lines of a file `.env` in the program’s own folder; a variable in the ' +
      'environment wins over `.env`, even if it is empty. All settings are optional. At start, the server lists all ' +
      'errors in them at once. Switches are `on` or `off`.',
    '',
    'This page is generated from `src/server/config.ts` by `npm run check -- --write`.',
    '',
    ...sections,
  ].join('\n')
}

function envExample(): string {
  const blocks = groups.map((group) =>
    [
      `# ${group}`,
      ...entriesOf(group).flatMap(([name, entry]) => [`# ${entry.text}`, `#${name}=${defaultOf(entry.shape) ?? ''}`]),
      '',
    ].join('\n'),
  )
  return ['# Copy to .env and change what you need. Every entry is optional.', '', ...blocks].join('\n')
}

/** Notes on a whole group. */
const notes: Readonly<Record<string, string>> = {
  'Social sign-in':
    'Each provider asks for a callback address: `BASE_URL/api/auth/callback/google`, `…/github`, `…/gitlab` and ' +
    'so on, with your own address in place of `BASE_URL`.',
}

/** Accepted values; a switch accepts those of every switch. */
function choicesOf(shape: z.ZodType): string {
  const { enum: values } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return values && !values.includes('on') ? ` One of ${values.map((word) => `\`${String(word)}\``).join(', ')}.` : ''
}

function entriesOf(group: string) {
  return Object.entries(settings).filter(([, entry]) => entry.group === group)
}

function defaultOf(shape: z.ZodType): string | undefined {
  const parsed = shape.safeParse(undefined)
  if (!parsed.success || parsed.data === undefined) return undefined
  return typeof parsed.data === 'boolean' ? (parsed.data ? 'on' : 'off') : String(parsed.data)
}

function apiPage(): string {
  const all = contracts.flatMap((contract) => Object.entries(contract))
  const doneAgain = all
    .filter(([key, spec]) => key.startsWith('POST ') && (spec.answer === 'raw' || spec.ownTransactions))
    .map(([key]) => `\`${key}\``)
  const routes = all.map(
    ([key, spec]) =>
      `| \`${key}\` | ${spec.access} | ${tokenTable.scopesFor(key, spec.access).join(', ')} | ${spec.summary} |`,
  )
  return [
    '# The product’s API',
    '',
    'Sign-in is at `/api/auth` (Better Auth). Everything else is below; the shapes are in `/api/openapi.json` of ' +
      'a running server (OpenAPI 3.1).',
    '',
    'A failed request answers `{ status, statusText, code, message, fields? }`. A POST may carry an ' +
      '`Idempotency-Key`: if it is sent again with the same key and body within 24 hours, the server carries it out ' +
      'once and gives the same answer.',
    '',
    'Some ignore the key and are carried out each time: those that answer with a secret, which the server does not ' +
      `store, and those that take a file or let somebody in. They are ${doneAgain.join(', ')}.`,
    '',
    'Access is `public`, `signed-in`, `admin`, or an action in a project: people outside the project get 404, people ' +
      'inside without the right 403.',
    '',
    'Programs send an API token, made on the account page, as `Authorization: Bearer rmx_…`; it needs one of the ' +
      'scopes in the third column. A route without scopes is open to no token.',
    '',
    'This page is generated from the contracts by `npm run check -- --write`.',
    '',
    '| route | access | token | what it does |',
    '| --- | --- | --- | --- |',
    ...routes,
    '',
  ].join('\n')
}
