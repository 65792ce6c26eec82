import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

export type AuthHook = NonNullable<NonNullable<BetterAuthPlugin['hooks']>['before']>[number]
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Runs before (or after) the endpoints at these paths. What it returns replaces the endpoint's answer. */
export function at(paths: readonly string[], run: (context: HookContext) => Promise<unknown>): AuthHook {
  return { matcher: ({ path }) => path !== undefined && paths.includes(path), handler: createAuthMiddleware(run) }
}

/**
 * Runs before every endpoint except /get-session, which every page requests and which takes neither body nor targets.
 */
export function everywhere(run: (context: HookContext) => Promise<unknown>): AuthHook {
  return { matcher: ({ path }) => path !== '/get-session', handler: createAuthMiddleware(run) }
}

/** A string field of the unvalidated body; undefined if it is missing or not a string. */
export function bodyText(context: HookContext, name: string): string | undefined {
  const body: unknown = context.body
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Changes the body in place. A returned body would be merged with it, and strict schemas refuse leftover fields. */
export function setBody(context: HookContext, values: Readonly<Record<string, string | undefined>>): void {
  const body: unknown = context.body
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) Reflect.deleteProperty(body, name)
    else Reflect.set(body, name, value)
  }
}
