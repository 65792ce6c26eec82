import * as z from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Method } from '#shared/contract.ts'
import { contracts } from '../feature-parts.ts'
import { openWorld, type World } from '#testing/world.ts'
import { aVersion } from '#testing/row-builders.ts'

type Key = `${Method} /${string}`
const routes = contracts
  .flatMap((contract) => Object.entries(contract).map(([key, spec]) => ({ key: key as Key, spec })))
  .filter(({ spec }) => spec.body || spec.query)

/** Typical injection inputs. */
const hostile: readonly (readonly [name: string, value: unknown])[] = [
  ['a NUL', 'a\u0000b'],
  ['half a character', 'a\ud800b'],
  ['text turned round', '\u202egnp.exe'],
  ['nothing to see', '\u200b\u2060\ufeff'],
  ['ten thousand letters', 'x'.repeat(10_000)],
  ['one letter under five thousand accents', `a${'\u0301'.repeat(5000)}`],
  ['SQL', "' or 1=1; drop table user; --"],
  ['a pattern that never ends', `${'('.repeat(2000)}a+)+$`],
  ['wildcards', `%_${'%'.repeat(500)}`],
  ['another object’s insides', '__proto__'],
  ['a number beyond all', 1e308],
  ['a number below nothing', -9_007_199_254_740_991],
  ['a list', [[[[]]]]],
  ['an object', { $ne: null, toString: 1, __proto__x: 1 }],
  ['nothing', null],
]

let world: World
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent' })
  const { body: track } = await world.as('olga', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  world.here['trackId'] = track.id
  world.here['versionId'] = 'v1'
  await aVersion(world, { id: 'v1', track_id: track.id })
  world.here['noteId'] = (
    await world.as('olga', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      body: { versionId: 'v1', fromSeconds: 1, toSeconds: null, body: 'x' },
    })
  ).body.id
  world.here['taskId'] = (
    await world.as('olga', 'POST /api/projects/:projectId/tasks', { body: { title: 'x' } })
  ).body.id
})
afterAll(() => world.close())

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly minItems?: number
  readonly $ref?: string
}

/** Valid bodies with the hostile value in one place each. */
function spoiled(shape: z.ZodType, value: unknown): readonly unknown[] {
  const root = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema & {
    readonly $defs?: Readonly<Record<string, Schema>>
  }
  const resolved = (schema: Schema): Schema =>
    schema.$ref ? (root.$defs?.[schema.$ref.split('/').pop() ?? ''] ?? {}) : schema
  const sample = (given: Schema, name: string): unknown => {
    const schema = resolved(given)
    const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
    if (choice) return sample(choice, name)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    if (schema.type === 'object')
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, sample(one, key)]))
    if (schema.type === 'array')
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        sample(schema.items ?? {}, name.replace(/s$/, '')),
      )
    if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1)
    if (schema.type === 'boolean') return true
    return (
      world.here[name] ??
      (/email/i.test(name) ? 'nora@example.com' : /url/i.test(name) ? 'https://example.com/hook' : 'x')
    )
  }
  const whole = sample(root, '')
  return places(whole).map((path) => replaced(whole, path, value))
}

function places(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, one]) => places(one, [...path, key])),
  ]
}

function replaced(whole: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(whole))
    return whole.map((one, index) => (String(index) === first ? replaced(one, rest, value) : one))
  return { ...(whole as object), [first]: replaced(Reflect.get(whole as object, first), rest, value) }
}

const headersOf = (key: string): Readonly<Record<string, string>> =>
  key.includes('/uploads') ? { 'tus-resumable': '1.0.0' } : {}

test.each(routes)('$key bears anything in each of its fields', async ({ key, spec }) => {
  const broken: unknown[] = []
  for (const [name, value] of hostile) {
    for (const body of spec.body ? spoiled(spec.body, value) : []) {
      const answer = await world.as('olga', key, { body, headers: headersOf(key) })
      if (answer.status >= 500) broken.push({ name, body, answer: answer.body })
    }
    for (const query of spec.query && (typeof value === 'string' || typeof value === 'number')
      ? spoiled(spec.query, String(value))
      : []) {
      const answer = await world.as('olga', key, {
        query: Object.fromEntries(Object.entries(query as object).map(([name, one]) => [name, String(one)])),
        headers: headersOf(key),
        ...(spec.body && { body: {} }),
      })
      if (answer.status >= 500) broken.push({ name, query, answer: answer.body })
    }
  }
  expect(broken).toEqual([])
})

test('and all is still there', async () =>
  expect((await world.as('olga', 'GET /api/projects/:projectId')).status).toBe(200))
