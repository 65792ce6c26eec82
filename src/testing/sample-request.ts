import * as z from 'zod'
import type { RouteSpec } from '#shared/contract.ts'

interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly format?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Shape>>
}

/**
 * A body that satisfies a route's schema, so that a refusal is about something else: its example, the minimal body, or
 * all fields. Undefined if the route has no body.
 */
export function sampleBody(key: string, { body, example }: Pick<RouteSpec, 'body' | 'example'>): unknown {
  if (!body) return undefined
  const shape = shapeOf(body)
  const tried = [example, sample(shape, 'least'), sample(shape, 'whole')]
  const found = tried.find((one) => one !== undefined && body.safeParse(one).success)
  if (found === undefined)
    throw new Error(`${key} needs an \`example\` in its contract: none could be made of its body`)
  return found
}

/** The minimal query of a route. */
export function sampleQuery({ query }: Pick<RouteSpec, 'query'>): Readonly<Record<string, string>> {
  const made = query ? Object.entries(Object(sample(shapeOf(query), 'least'))) : []
  return Object.fromEntries(made.map(([name, value]) => [name, String(value)]))
}

function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape
}

const FORMATS: Readonly<Record<string, string>> = { email: 'nora@example.com', uri: 'https://example.com/' }

function sample(given: Shape, much: 'least' | 'whole', named = given.$defs ?? {}): unknown {
  const shape = (given.$ref && named[given.$ref.split('/').pop() ?? '']) || given
  const choice = shape.anyOf?.[0] ?? shape.oneOf?.[0] ?? shape.allOf?.[0]
  if (choice) return sample(choice, much, named)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {})
          .filter(([name]) => much === 'whole' || shape.required?.includes(name))
          .map(([name, one]) => [name, sample(one, much, named)]),
      )
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => sample(shape.items ?? {}, much, named))
    case 'number':
    case 'integer':
      return Math.max(1, shape.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return FORMATS[shape.format ?? ''] ?? 'x'.repeat(Math.max(1, shape.minLength ?? 1))
  }
}
