import type { Policy } from '#shared/roles.ts'
import type { OpenTo } from '#shared/token-scopes.ts'
import { addPolicy } from './access-table.ts'
import type { TableDecision, TableName } from './db/table-decisions.ts'
import type { StreamConsumer } from './events/stream-consumers.ts'
import { joinHooks, type HookAnswer } from './hooks.ts'
import type { JobHandler } from './jobs/job-runner.ts'
import type { ServedContract } from './router/route-table.ts'
import type { Services } from './services.ts'

/**
 * Separate worker pools, so that one kind of work does not delay another. `calls` are requests to third-party servers,
 * however slow. `mail` is the mail server: a sign-in link must not wait for a webhook. `backup` makes scheduled
 * backups, one at a time.
 */
export type WorkerPool = 'normal' | 'calls' | 'mail' | 'backup'

/** What a feature adds to the server. `src/app/server/features.ts` lists all features in order of dependency. */
export interface Feature {
  /** The name of its folder. */
  readonly name: string
  /** Its contracts, each with its handlers. */
  readonly serves: readonly ServedContract[]
  /** Its actions in a project: each action's least role and the API token scopes that allow it. */
  readonly actions?: {
    readonly policy: Policy
    readonly tokens: Readonly<Record<string, OpenTo>>
  }
  readonly tables?: Readonly<Partial<Record<TableName, TableDecision>>>
  readonly jobs?: Readonly<Partial<Record<WorkerPool, readonly JobHandler[]>>>
  /** Queues the first run of recurring jobs. */
  readonly recurring?: (services: Services) => Promise<void>
  /** Its answers to the hooks of the platform and of earlier features. */
  readonly answers?: readonly HookAnswer[]
  /** Its consumers of event streams. */
  readonly consumers?: readonly StreamConsumer[]
}

/** A feature as its file declares it, with the names of all its actions and tables as types. */
export interface StatedFeature<Name extends string, Actions extends Policy, Owned extends TableName> extends Feature {
  readonly name: Name
  readonly actions?: {
    readonly policy: Actions
    /** None for actions that need a signed-in user. */
    readonly tokens: { readonly [Action in keyof NoInfer<Actions>]: OpenTo }
  }
  readonly tables?: { readonly [Table in Owned]: TableDecision }
}

/** Infers the names of actions and tables: an action without token scopes does not compile. */
export function defineFeature<
  const Name extends string,
  Actions extends Policy = Policy,
  const Owned extends TableName = never,
>(feature: StatedFeature<Name, Actions, Owned>): StatedFeature<Name, Actions, Owned> {
  return feature
}

/** Registers hook answers and actions, before the first request. Calling it again changes nothing. */
export function joinFeatures(features: readonly Feature[]): void {
  for (const { actions, answers } of features) {
    if (actions) addPolicy(actions.policy)
    joinHooks(answers ?? [])
  }
}
