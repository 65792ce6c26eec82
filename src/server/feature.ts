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
 * Workers of their own, so that no kind of work waits for another. `calls` are to other people's servers: however long
 * those take to answer, nobody here waits for it. `mail` is to the server that sends mail: who waits for a link to sign
 * in must wait for nobody's webhook. `backup` makes the server's own backups, one at a time.
 */
export type WorkerPool = 'normal' | 'calls' | 'mail' | 'backup'

/** What a feature brings to the server. `src/app/server/features.ts` lists them all, in the order they build on. */
export interface Feature {
  /** The name of its folder. */
  readonly name: string
  /** Its contracts, each with what answers it. */
  readonly serves: readonly ServedContract[]
  /** Its actions in a project: the least role for each, and the scopes of API tokens that open it. */
  readonly actions?: {
    readonly policy: Policy
    readonly tokens: Readonly<Record<string, OpenTo>>
  }
  readonly tables?: Readonly<Partial<Record<TableName, TableDecision>>>
  readonly jobs?: Readonly<Partial<Record<WorkerPool, readonly JobHandler[]>>>
  /** Queues the first turn of work that comes round by itself. */
  readonly recurring?: (services: Services) => Promise<void>
  /** Its answers to the hooks of the platform and of earlier features. */
  readonly answers?: readonly HookAnswer[]
  /** What reads the streams of events behind those who write them. */
  readonly consumers?: readonly StreamConsumer[]
}

/** A feature as its file states it: with every one of its actions and tables by name. */
export interface StatedFeature<Name extends string, Actions extends Policy, Owned extends TableName> extends Feature {
  readonly name: Name
  readonly actions?: {
    readonly policy: Actions
    /** None for what is only for people who are signed in. */
    readonly tokens: { readonly [Action in keyof NoInfer<Actions>]: OpenTo }
  }
  readonly tables?: { readonly [Table in Owned]: TableDecision }
}

/** Keeps the names of actions and tables: one of its actions without token scopes does not compile. */
export function defineFeature<
  const Name extends string,
  Actions extends Policy = Policy,
  const Owned extends TableName = never,
>(feature: StatedFeature<Name, Actions, Owned>): StatedFeature<Name, Actions, Owned> {
  return feature
}

/** Before anybody asks: the hooks are answered and the actions known. Doing it twice changes nothing. */
export function joinFeatures(features: readonly Feature[]): void {
  for (const { actions, answers } of features) {
    if (actions) addPolicy(actions.policy)
    joinHooks(answers ?? [])
  }
}
