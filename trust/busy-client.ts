import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { accountRoutes } from '#features/account/account.contract.ts'
import { administrationRoutes, type JobFacts } from '#features/administration/administration.contract.ts'
import { noteRoutes } from '#features/notes/notes.contract.ts'
import { projectRoutes } from '#features/projects/projects.contract.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import { type TaskState, taskStates } from '#features/tasks/task-choices.ts'
import { trackRoutes } from '#features/tracks/tracks.contract.ts'
import { transferRoutes } from '#features/transfers/transfers.contract.ts'
import type { Chance } from './chance.ts'
import { type Line, NoAnswer, read, TUS } from './line.ts'
import { type Entry, type Journal, ofKind } from './journal.ts'
import type { Moment } from './kill-moment.ts'
import { makeSong } from './make-song.ts'
import { credentials } from './person.ts'
import { ResumedUpload } from './resumed-upload.ts'

export interface ClientParts {
  readonly name: string
  readonly line: Line
  readonly chance: Chance
  readonly journal: Journal
  readonly onMoment: (moment: Moment) => void
}

const ACTS = [
  'project',
  'track',
  'task',
  'task',
  'state',
  'note',
  'note',
  'invite',
  'join',
  'sign in',
  'song',
  'song',
  'part',
  'part',
  'part',
] as const

/** A client that works without pause, records what was acknowledged, and retries what was not. */
export class BusyClient {
  readonly name: string
  readonly line: Line
  readonly #parts: ClientParts
  readonly #uploads: ResumedUpload[] = []
  /** Retried until an answer arrives, oldest first, with the same keys. */
  readonly #unanswered: (() => Promise<void>)[] = []
  #made = 0
  #triedAgain = 0

  constructor(parts: ClientParts) {
    this.name = parts.name
    this.line = parts.line
    this.#parts = parts
  }

  get email(): string {
    return credentials(this.name).email
  }

  /** Works until the server stops answering, or until `enough`. */
  async work(enough: () => boolean): Promise<void> {
    try {
      await this.#retry()
      while (!enough()) await this.#step()
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
    }
  }

  /** Retries everything that got no answer, and finishes every upload. */
  async catchUp(): Promise<void> {
    await this.#retry()
    for (const upload of this.#uploads) while (!upload.version) await upload.goOn({ patiently: true })
    await this.#giveUpStrangers()
  }

  /** How many requests got an answer only on retry, and how many have none yet or were refused on retry. */
  get tries(): { readonly again: number; readonly failed: number } {
    return { again: this.#triedAgain, failed: this.#unanswered.length }
  }

  openUploads(): readonly ResumedUpload[] {
    return this.#uploads.filter(({ version }) => !version)
  }

  async signIn(): Promise<void> {
    const answered = await this.line.json('POST', '/api/auth/sign-in/email', credentials(this.name))
    if (answered.status !== 200) throw new Error(`${this.name} cannot sign in: ${answered.body.toString()}`)
  }

  async #retry(): Promise<void> {
    for (let act = this.#unanswered[0]; act; act = this.#unanswered[0]) {
      await act()
      this.#unanswered.shift()
      this.#triedAgain += 1
    }
  }

  async #step(): Promise<void> {
    const entries = this.#parts.journal.read()
    if (!ofKind(entries, 'account').some(({ email }) => email === this.email)) return this.#surely(() => this.#signUp())
    const own = ofKind(entries, 'project').filter(({ by }) => by === this.name)
    if (own.length === 0) return this.#addProject()
    const joined = ofKind(entries, 'joined').filter(({ userId }) => userId === this.#userIdIn(entries))
    const projectId =
      this.#parts.chance.one([...own.map(({ id }) => id), ...joined.map((entry) => entry.projectId)]) ?? ''
    const act = this.#parts.chance.one(ACTS)
    if (act === 'project') return own.length < 6 ? this.#addProject() : undefined
    if (act === 'track') return this.#addTrack(projectId)
    if (act === 'task') return this.#addTask(projectId)
    if (act === 'state') return this.#changeTask(entries)
    if (act === 'note') return this.#addNote(projectId, entries)
    if (act === 'invite') return this.#addInvite(this.#parts.chance.one(own)?.id ?? '')
    if (act === 'join') return this.#join(entries)
    if (act === 'sign in') return this.#surely(() => this.signIn())
    if (act === 'song' && this.openUploads().length < 4) return this.#beginUpload(projectId, entries)
    await this.#parts.chance.one(this.openUploads())?.goOn({ patiently: false })
  }

  async #signUp(): Promise<void> {
    const answered = await this.line.json('POST', '/api/auth/sign-up/email', {
      name: this.name,
      ...credentials(this.name),
    })
    // The answer of an earlier try was lost.
    if (answered.status === 422) await this.signIn()
    else if (answered.status !== 200)
      throw new Error(`sign-up answered ${answered.status}: ${answered.body.toString()}`)
    const me = read(accountRoutes['GET /api/users/me'].answer, await this.line.json('GET', '/api/users/me'))
    this.#wrote({ kind: 'account', userId: me.id, email: me.email })
  }

  async #addProject(): Promise<void> {
    const name = this.#newName('project')
    await this.#post('/api/projects', projectRoutes['POST /api/projects'].answer, { name }, ({ id }) => ({
      kind: 'project',
      id,
      name,
      by: this.name,
    }))
  }

  async #addTrack(projectId: string): Promise<void> {
    const title = this.#newName('track')
    await this.#post(
      `/api/projects/${projectId}/tracks`,
      trackRoutes['POST /api/projects/:projectId/tracks'].answer,
      { title },
      ({ id }) => ({ kind: 'track', id, projectId, title }),
    )
  }

  async #addTask(projectId: string): Promise<void> {
    const title = this.#newName('task')
    await this.#post(
      `/api/projects/${projectId}/tasks`,
      taskRoutes['POST /api/projects/:projectId/tasks'].answer,
      { title },
      ({ id, number }) => ({ kind: 'task', id, projectId, title, number }),
    )
  }

  /** Nobody else changes this user's tasks, so their expected state is known. */
  async #changeTask(entries: readonly Entry[]): Promise<void> {
    const gone = new Set(
      ofKind(entries, 'task state')
        .filter(({ state }) => state === 'deleted')
        .map(({ id }) => id),
    )
    const task = this.#parts.chance.one(
      ofKind(entries, 'task').filter(({ id, title }) => title.startsWith(`${this.name} `) && !gone.has(id)),
    )
    if (!task) return
    const { id, projectId } = task
    const state = this.#parts.chance.one<TaskState | 'deleted'>([...taskStates, 'deleted']) ?? 'todo'
    this.#parts.journal.write({ kind: 'task state asked', id, projectId, state })
    await this.#surely(async () => {
      const path = `/api/projects/${projectId}/tasks/${id}`
      const answered =
        state === 'deleted' ? await this.line.json('DELETE', path) : await this.line.json('PATCH', path, { state })
      // Deleted by an earlier try whose answer was lost.
      if (answered.status !== 200 && !(state === 'deleted' && answered.status === 404))
        throw new Error(`a change of a task answered ${answered.status}`)
      this.#wrote({ kind: 'task state', id, projectId, state })
    })
  }

  async #addNote(projectId: string, entries: readonly Entry[]): Promise<void> {
    const version = this.#parts.chance.one(ofKind(entries, 'version').filter((entry) => entry.projectId === projectId))
    if (!version) return
    const { id: versionId, trackId } = version
    const body = this.#newName('note')
    const { answer } = noteRoutes['POST /api/projects/:projectId/tracks/:trackId/notes']
    await this.#post(
      `/api/projects/${projectId}/tracks/${trackId}/notes`,
      answer,
      { versionId, fromSeconds: 0, toSeconds: null, body },
      ({ id }) => ({ kind: 'note', id, projectId, trackId, body }),
    )
  }

  async #addInvite(projectId: string): Promise<void> {
    await this.#post(
      `/api/projects/${projectId}/invites`,
      projectRoutes['POST /api/projects/:projectId/invites'].answer,
      { role: 'editor' },
      ({ id }) => ({ kind: 'invite', id, projectId }),
    )
  }

  async #join(entries: readonly Entry[]): Promise<void> {
    const userId = this.#userIdIn(entries)
    const own = new Set(
      ofKind(entries, 'project')
        .filter(({ by }) => by === this.name)
        .map(({ id }) => id),
    )
    const joined = new Set(
      ofKind(entries, 'joined')
        .filter((entry) => entry.userId === userId)
        .map(({ projectId }) => projectId),
    )
    const invite = this.#parts.chance.one(
      ofKind(entries, 'invite').filter(({ projectId }) => !own.has(projectId) && !joined.has(projectId)),
    )
    if (!invite) return
    const { answer } = projectRoutes['POST /api/invite/:inviteId/accept']
    await this.#post(`/api/invite/${invite.id}/accept`, answer, undefined, ({ projectId }) => ({
      kind: 'joined',
      projectId,
      inviteId: invite.id,
      userId,
    }))
  }

  async #beginUpload(projectId: string, entries: readonly Entry[]): Promise<void> {
    const { chance } = this.#parts
    const song = makeSong(chance, `${this.#newName('mix')}.wav`, chance.between(0.5, 6))
    const track =
      chance.fraction() < 0.6
        ? chance.one(ofKind(entries, 'track').filter((entry) => entry.projectId === projectId))
        : undefined
    this.#uploads.push(
      await ResumedUpload.begin(
        { line: this.line, chance, wrote: this.#wrote, onMoment: this.#parts.onMoment },
        { projectId, song, ...(track ? { trackId: track.id } : { trackTitle: this.#newName('track') }) },
      ),
    )
  }

  /** An upload whose creation got no answer is empty; discard it like a user would. */
  async #giveUpStrangers(): Promise<void> {
    const known = new Set(this.#uploads.map(({ url }) => url))
    for (const projectId of await this.projectIds()) {
      const page = read(
        transferRoutes['GET /api/projects/:projectId/uploads'].answer,
        await this.line.json('GET', `/api/projects/${projectId}/uploads`),
      )
      for (const { url } of page.items) {
        if (known.has(url)) throw new Error(`${url} is finished and still listed as open`)
        const { status } = await this.line.ask('DELETE', url, { headers: TUS })
        if (status !== 204) throw new Error(`${url} could not be given up: ${status}`)
      }
    }
  }

  async projectIds(): Promise<readonly string[]> {
    const page = read(projectRoutes['GET /api/projects'].answer, await this.line.json('GET', '/api/projects?limit=200'))
    return page.items.map(({ id }) => id)
  }

  /** Of the versions in the user's own projects. */
  async versionStates(): Promise<readonly string[]> {
    const own = ofKind(this.#parts.journal.read(), 'project').filter(({ by }) => by === this.name)
    const details = await Promise.all(
      own.map(async ({ id }) =>
        read(trackRoutes['GET /api/projects/:projectId'].answer, await this.line.json('GET', `/api/projects/${id}`)),
      ),
    )
    return details.flatMap(({ trackVersions }) => trackVersions.map(({ state }) => state))
  }

  /** As the admin. */
  async jobs(state: JobFacts['state']): Promise<readonly JobFacts[]> {
    return read(
      administrationRoutes['GET /api/admin/jobs'].answer,
      await this.line.json('GET', `/api/admin/jobs?state=${state}`),
    ).items
  }

  /** Sends once, and sometimes twice at the same time, with one key: it must be done once, with the same answer. */
  async #post<T extends z.ZodType>(
    path: string,
    shape: T,
    body: unknown,
    entryOf: (answer: z.output<T>) => Entry,
  ): Promise<void> {
    const key = this.#newName('key')
    const twice = this.#parts.chance.fraction() < 0.2
    await this.#surely(async () => {
      const send = async () => read(shape, await this.line.json('POST', path, body, { 'idempotency-key': key }))
      const [first, second] = await Promise.all(twice ? [send(), send()] : [send()])
      if (first === undefined || (twice && !isDeepStrictEqual(first, second)))
        throw new Error(`${path} was answered ${JSON.stringify(first)} and ${JSON.stringify(second)} under one key`)
      this.#wrote(entryOf(first))
    })
  }

  async #surely(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (error instanceof NoAnswer) this.#unanswered.push(act)
      throw error
    }
  }

  readonly #wrote = (entry: Entry): void => {
    this.#parts.journal.write(entry)
    this.#parts.onMoment(entry.kind === 'version' ? 'version made' : 'acknowledged')
  }

  #newName(what: string): string {
    return `${this.name} ${what} ${++this.#made}`
  }

  #userIdIn(entries: readonly Entry[]): string {
    return ofKind(entries, 'account').find(({ email }) => email === this.email)?.userId ?? ''
  }
}
