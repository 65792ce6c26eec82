import * as z from 'zod'
import type { Auth } from '#server/auth/auth.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** One route from the sign-in library's own table, as far as a client can know it. */
export interface AuthEndpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: JsonSchema | undefined
  readonly query: JsonSchema | undefined
  /** Middleware that the library runs before it. */
  readonly use: readonly unknown[]
}

/** Every route of the library and its plugins, so that routes added by an upgrade are included. */
export function authEndpoints({ api }: Auth): readonly AuthEndpoint[] {
  return Object.values(api).flatMap((endpoint) => {
    const path: unknown = Reflect.get(endpoint, 'path')
    const {
      method,
      body,
      query,
      use = [],
    }: Readonly<Record<string, unknown>> = Object(Reflect.get(endpoint, 'options'))
    if (typeof path !== 'string') return []
    return [method].flat().map((one) => ({
      method: one === 'GET' ? 'GET' : 'POST',
      path,
      body: described(body),
      query: described(query),
      use: [use].flat(),
    }))
  })
}

/** Converts to a JSON schema; undefined if there is none. */
export function described(schema: unknown): JsonSchema | undefined {
  return schema instanceof z.core.$ZodType ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : undefined
}

/** A value that satisfies the schema, with the given values for fields of these names; undefined omits a field. */
export function sampleOf(
  schema: JsonSchema | undefined,
  values: Readonly<Record<string, unknown>>,
  name = '',
): unknown {
  if (!schema) return undefined
  if (name in values) return values[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const alternatives = schema.allOf ?? schema.anyOf ?? schema.oneOf
  if (alternatives?.[0] && typeof alternatives[0] === 'object') return sampleOf(alternatives[0], values, name)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).flatMap(([field, inside]) => {
        const value = typeof inside === 'object' ? sampleOf(inside, values, field) : undefined
        return value === undefined ? [] : [[field, value]]
      }),
    )
  if (schema.type === 'object') return {}
  if (schema.type === 'array')
    return typeof schema.items === 'object' && !Array.isArray(schema.items) ? [sampleOf(schema.items, values)] : []
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, Number(schema.minimum ?? 1))
  return schema.type === 'null' ? null : 'x'.repeat(Math.max(1, schema.minLength ?? 1))
}
