import * as z from 'zod'
import type { Contract, RouteSpec } from '#shared/contract.ts'

interface Operation {
  readonly summary: string
  readonly tags: readonly string[]
  readonly 'x-access': string
  /** API token scopes, each of which is sufficient; an empty list requires a session. */
  readonly 'x-token-scopes': readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

export interface ApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>>; readonly securitySchemes: typeof WAYS_IN }
}

type ScopesFor = (key: string, access: string) => readonly string[]

/** OpenAPI 3.1 from the contracts: the shapes that validate requests also describe them. */
export function apiDocument(contracts: readonly Contract[], version: string, scopesFor: ScopesFor): ApiDocument {
  const schemas: Record<string, unknown> = { Error: ERROR }
  const paths: Record<string, Record<string, Operation>> = {}
  for (const contract of contracts) {
    for (const [key, spec] of Object.entries(contract)) {
      const [method = '', path = ''] = key.split(' ')
      const templated = path.replaceAll(/:(\w+)/g, '{$1}')
      paths[templated] = {
        ...paths[templated],
        [method.toLowerCase()]: operation(templated, spec, { schemas, scopes: scopesFor(key, spec.access) }),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Roughmix',
      version,
      description: 'Sign-in is at /api/auth. Every failed request answers an Error.',
    },
    paths,
    components: { schemas, securitySchemes: WAYS_IN },
  }
}

function operation(
  path: string,
  spec: RouteSpec,
  { schemas, scopes }: { readonly schemas: Record<string, unknown>; readonly scopes: readonly string[] },
): Operation {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const error = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  const answer =
    spec.answer === 'raw'
      ? { description: 'Bytes' }
      : { description: 'Done', content: { 'application/json': { schema: schemaOf(spec.answer, 'output', schemas) } } }
  return {
    summary: spec.summary,
    tags: [path.split('/')[2] ?? 'api'],
    'x-access': spec.access,
    'x-token-scopes': scopes,
    security: [...(spec.access === 'public' ? [{}] : [{ session: [] }]), ...(scopes.length > 0 ? [{ token: [] }] : [])],
    parameters: [...inPath, ...queryParameters(spec, schemas)],
    ...(spec.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(spec.body, 'input', schemas) } },
      },
    }),
    responses: { '200': answer, default: error },
  }
}

function queryParameters(spec: RouteSpec, schemas: Record<string, unknown>): readonly unknown[] {
  if (!spec.query) return []
  return Object.entries(spec.query.shape).map(([name, shape]) => ({
    name,
    in: 'query',
    required: false,
    schema: schemaOf(shape as z.ZodType, 'input', schemas),
  }))
}

/** Shapes with an id become components and are referenced. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output', schemas: Record<string, unknown>): unknown {
  const {
    $schema: _,
    $defs,
    ...schema
  } = z.toJSONSchema(shape, { io, target: 'draft-2020-12', unrepresentable: 'any', reused: 'inline' }) as {
    $schema?: string
    $defs?: Record<string, unknown>
  }
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = pointed(definition)
  return pointed(schema)
}

function pointed(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

const WAYS_IN = {
  session: { type: 'apiKey', in: 'cookie', name: 'better-auth.session_token' },
  token: { type: 'http', scheme: 'bearer', description: 'An API token, created on the account page' },
} as const

const ERROR = {
  type: 'object',
  required: ['status', 'statusText', 'code', 'message'],
  properties: {
    status: { type: 'integer' },
    statusText: { type: 'string' },
    code: { type: 'string', description: 'Stable; a translation key' },
    message: { type: 'string', description: 'Words for people' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}
