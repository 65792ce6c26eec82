import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

export type AuthHook = NonNullable<NonNullable<BetterAuthPlugin['hooks']>['before']>[number]
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/**
 * Runs before (or after) the endpoints at these paths. What it returns is answered instead of what the endpoint would.
 */
export function at(paths: readonly string[], run: (context: HookContext) => Promise<unknown>): AuthHook {
  return { matcher: ({ path }) => path !== undefined && paths.includes(path), handler: createAuthMiddleware(run) }
}

/** Runs before every endpoint but the one that every page asks and that takes neither body nor targets. */
export function everywhere(run: (context: HookContext) => Promise<unknown>): AuthHook {
  return { matcher: ({ path }) => path !== '/get-session', handler: createAuthMiddleware(run) }
}

/** A text of the request's body, which no schema has seen yet; undefined for anything else. */
export function bodyText(context: HookContext, name: string): string | undefined {
  const body: unknown = context.body
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/**
 * Changes the body in place: what a hook returns would be merged with it, and strict schemas refuse what is left over.
 */
export function setBody(context: HookContext, values: Readonly<Record<string, string | undefined>>): void {
  const body: unknown = context.body
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) Reflect.deleteProperty(body, name)
    else Reflect.set(body, name, value)
  }
}
