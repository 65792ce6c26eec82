import type { FastifyRequest } from 'fastify'
import type { GuestMay } from '#shared/contract.ts'
import type { Instant } from '#shared/units.ts'
import { allows, type Rights } from '#shared/roles.ts'
import { refused } from '#shared/errors.ts'
import { policyDemand } from './access-table.ts'
import type { Db } from './db/open-database.ts'
import type { Services } from './services.ts'

/**
 * Access is an argument: queries take a scope, and only this file makes one, after looking the rights up.
 * The private symbol keeps everybody else from writing one by hand.
 */
declare const proven: unique symbol
/**
 * On what only `projectScope` and `guestScope` write: a scope that is spread with another id or role does not compile.
 */
declare const granted: unique symbol

type Granted<T> = T & { readonly [granted]: true }

/** What anybody may act with. `db` is the request's transaction wherever the request changes something. */
export interface VisitorScope extends Omit<Services, 'database'> {
  readonly [proven]: true
  readonly db: Db
  /** Runs once the request's transaction is safe on the disk; at once where there is none. */
  readonly afterCommit: (effect: () => void) => void
  readonly actor: Actor | undefined
}

export interface Actor {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  readonly isAdmin: boolean
  /** When this session was last updated; only where there is one. */
  readonly sessionUpdatedAt?: Instant
  /** Which session it is: a browser on a device; only where there is one. */
  readonly sessionId?: string
  /** There for a program that acts by somebody's API token: less than that person may. */
  readonly token?: TokenReach
}

/** How far an API token reaches. */
export interface TokenReach {
  readonly tokenId: string
  readonly scopes: readonly string[]
  /** Null for every project of its person. */
  readonly projectIds: readonly string[] | null
}

/** The way in by API tokens. */
export interface TokenDoor {
  /** Whose program it is; refuses a token that does not work. */
  readonly identify: (token: string) => Promise<Actor>
  /** Whether a token is for a route, `METHOD /path`, at all. */
  readonly opens: (reach: TokenReach, key: string, access: string) => boolean
}

export interface UserScope extends VisitorScope {
  readonly actor: Actor
}

export interface ProjectScope extends UserScope, Rights {
  readonly role: Granted<Rights['role']>
  readonly projectId: Granted<string>
  /** There for who came by a share link: whatever opens or lists things keeps within it. */
  readonly share?: ShareReach
}

/** How far a share link reaches, and what it lets one do there. */
export interface ShareReach {
  readonly shareId: string
  /** Whose visit it is. */
  readonly guestId: string
  /** Where they ask from: their client's address. */
  readonly askedFrom: string
  /** What the link calls the project, whose own id its guests never see. */
  readonly address: string
  /** Null for every track. */
  readonly trackIds: readonly string[] | null
  /** The one version it opens, where it names one. */
  readonly versionId: string | null
  /** Of each track only the version that everybody hears. */
  readonly latestOnly: boolean
  readonly may: Readonly<Record<GuestMay, boolean>>
  /** Whether the words of others are shown. */
  readonly seesNotes: boolean
}

/** Somebody inside by a share link, looked up anew for every request. */
export interface GuestVisit extends Rights {
  readonly actor: Actor
  readonly projectId: string
  readonly share: ShareReach
}

/** The way in by share links. */
export interface GuestDoor {
  /** Carries a guest's cookie that we signed; says nothing of what it opens. */
  readonly isGuest: (request: FastifyRequest) => boolean
  /** The visit that an address stands for, while its link works. `user` is who is signed in besides. */
  readonly findVisit: (
    request: FastifyRequest,
    address: string,
    user: Actor | undefined,
  ) => Promise<GuestVisit | undefined>
  /** Counts a download that has begun. */
  readonly noteDownload: (visit: GuestVisit, trackId: string) => Promise<void>
}

/** Ids of ours have no underscore: no project is called so. */
export const SHARE_ADDRESS = 's_'

export function isShareAddress(projectId: string): boolean {
  return projectId.startsWith(SHARE_ADDRESS)
}

/** What the asker calls the project, for addresses in answers. */
export function addressOf({ projectId, share }: Pick<ProjectScope, 'projectId' | 'share'>): string {
  return share?.address ?? projectId
}

/** A scope of the server's own work (jobs, sweeps): everything, on nobody's behalf. */
export interface ServerScope extends VisitorScope {
  readonly actor: undefined
}

/** Looks up what somebody may do in a project; undefined when it does not exist for them. */
export type FindRights = (
  scope: UserScope,
  projectId: string,
  options: { readonly inTrash: boolean },
) => Promise<Rights | undefined>

interface Ground {
  readonly services: Services
  readonly db: Db
  readonly afterCommit: (effect: () => void) => void
}

export function visitorScope({ services, db, afterCommit }: Ground, actor?: Actor): VisitorScope {
  const { database: _, ...rest } = services
  // The only place that vouches for a scope.
  return { ...rest, db, afterCommit, actor } as VisitorScope
}

export function userScope(ground: Ground, actor: Actor): UserScope {
  return visitorScope(ground, actor) as UserScope
}

/** Outside one's rights everything is 404, inside but not allowed 403. */
export async function projectScope(
  scope: UserScope,
  projectId: string,
  action: string,
  findRights: FindRights,
): Promise<ProjectScope> {
  const rights = await findRights(scope, projectId, {
    inTrash: action === 'project.restore' || action === 'project.erase',
  })
  if (!rights) throw refused.not_found()
  if (!allows(rights, policyDemand(action))) throw refused.forbidden()
  return within(scope, projectId, rights)
}

/** Only what the link allows; that the route is for guests at all, the router has seen to. */
export function guestScope(ground: Ground, { actor, projectId, share, role, mayDownload }: GuestVisit): ProjectScope {
  return { ...within(userScope(ground, actor), projectId, { role, mayDownload }), share }
}

/** The only place that vouches for rights in a project. */
function within(scope: UserScope, projectId: string, { role, mayDownload }: Rights): ProjectScope {
  return {
    ...scope,
    role: role as ProjectScope['role'],
    mayDownload,
    projectId: projectId as ProjectScope['projectId'],
  }
}

/** For work that no request asked for. Effects wait for the transaction that `change` opens. */
export function serverScope(services: Services): ServerScope {
  return visitorScope({ services, db: services.database.db, afterCommit: (effect) => effect() }) as ServerScope
}

/** Several writes in one transaction, where no request opened one; events wake listeners only when it is committed. */
export async function change<S extends VisitorScope, T>(scope: S, work: (scope: S) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const result = await scope.db
    .transaction()
    .execute((db) => work({ ...scope, db, afterCommit: (effect: () => void) => void effects.push(effect) }))
  for (const effect of effects) effect()
  return result
}
