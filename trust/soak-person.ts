import { once } from 'node:events'
import { WebSocket } from 'ws'
import { noteRoutes } from '#features/notes/notes.contract.ts'
import { taskStates } from '#features/tasks/task-choices.ts'
import { LiveClientRig } from '#testing/live-client.rig.ts'
import type { Chance } from './chance.ts'
import { read } from './line.ts'
import { makeSong } from './make-song.ts'
import type { TrustPerson } from './person.ts'

/** A project of two users, with something to work on. */
export interface SoakedProject {
  readonly id: string
  readonly trackId: string
  readonly versionId: string
  readonly noteId: string
  /** The latest; grows. */
  readonly taskIds: string[]
}

export async function furnish(owner: TrustPerson, chance: Chance): Promise<SoakedProject> {
  const id = await owner.addProject()
  const versionId = await owner.upload(chance, id, makeSong(chance, 'mix.wav', 5), { trackTitle: 'Kiln' })
  const trackId = (await owner.project(id)).tracks[0]?.id ?? ''
  const note = read(
    noteRoutes['POST /api/projects/:projectId/tracks/:trackId/notes'].answer,
    await owner.line.json('POST', `/api/projects/${id}/tracks/${trackId}/notes`, {
      versionId,
      fromSeconds: 0,
      toSeconds: null,
      body: 'The first',
    }),
  )
  return { id, trackId, versionId, noteId: note.id, taskIds: [] }
}

/** A user who works all day with two tabs open. */
export class SoakPerson {
  readonly person: TrustPerson
  readonly project: SoakedProject
  readonly #url: string
  readonly #chance: Chance
  #clients: LiveClientRig[] = []
  #made = 0

  constructor({
    person,
    project,
    url,
    chance,
  }: {
    readonly person: TrustPerson
    readonly project: SoakedProject
    readonly url: string
    readonly chance: Chance
  }) {
    this.person = person
    this.project = project
    this.#url = url
    this.#chance = chance
  }

  /** Opens more tabs, each following the project. */
  async listen(tabs: number): Promise<readonly LiveClientRig[]> {
    const opened: LiveClientRig[] = []
    for (let n = 0; n < tabs; n++) {
      const client = await LiveClientRig.open(this.#url, { cookie: this.person.line.cookie() })
      client.follow(`project:${this.project.id}`, null)
      await client.until('following')
      opened.push(client)
    }
    this.#clients.push(...opened)
    return opened
  }

  /**
   * Tabs that receive events without parsing them, so that this process, which shares the machine, does little work.
   */
  async hang(tabs: number): Promise<readonly WebSocket[]> {
    return Promise.all(
      Array.from({ length: tabs }, async () => {
        const socket = new WebSocket(`${this.#url.replace(/^http/, 'ws')}/api/live`, {
          headers: { cookie: this.person.line.cookie() },
        })
        await once(socket, 'open')
        socket.send(JSON.stringify({ type: 'follow', stream: `project:${this.project.id}`, cursor: null }))
        return socket
      }),
    )
  }

  /** Discards received events, which would pile up for an hour. */
  forgetHeard(): void {
    for (const client of this.#clients) client.heard.splice(0)
  }

  write(): Promise<Response> {
    const { id, trackId, versionId, noteId, taskIds } = this.project
    const act = this.#chance.fraction()
    const name = `${this.person.name} ${++this.#made}`
    if (act < 0.35 && taskIds.length > 0)
      return this.#send('PATCH', `/api/projects/${id}/tasks/${this.#chance.one(taskIds)}`, {
        state: this.#chance.one(taskStates),
      })
    if (act < 0.55)
      return this.#send('POST', `/api/projects/${id}/tracks/${trackId}/notes`, {
        versionId,
        fromSeconds: this.#chance.between(0, 4),
        toSeconds: null,
        body: `The kick is late. ${name}`,
      })
    if (act < 0.65)
      return this.#send('POST', `/api/projects/${id}/notes/${noteId}/replies`, { body: `So it is. ${name}` })
    if (act < 0.7) return this.#send('PATCH', `/api/projects/${id}/tracks/${trackId}`, { title: `Kiln ${name}` })
    return this.#addTask(name)
  }

  look(): Promise<Response> {
    const { id, trackId, versionId } = this.project
    const pages = [
      '/api/projects',
      `/api/projects/${id}`,
      `/api/projects/${id}/tasks?limit=100`,
      `/api/projects/${id}/tracks/${trackId}/notes?limit=100&version=${versionId}`,
      `/api/projects/${id}/activity`,
      '/api/inbox',
      '/api/inbox/count',
      '/api/tasks/mine',
    ]
    return this.#send('GET', this.#chance.one(pages) ?? '/api/projects')
  }

  async upload(): Promise<void> {
    const name = `${this.person.name} bounce ${++this.#made}`
    await this.person.upload(this.#chance, this.project.id, makeSong(this.#chance, `${name}.wav`, 5), {
      trackTitle: name,
    })
  }

  async #addTask(title: string): Promise<Response> {
    const answer = await this.#send('POST', `/api/projects/${this.project.id}/tasks`, { title })
    const { taskIds } = this.project
    if (answer.status === 200) taskIds.push((await answer.clone().json()).id)
    if (taskIds.length > 50) taskIds.shift()
    return answer
  }

  /** The server may close a kept-alive connection just when it is reused: then retry once, like a browser. */
  #send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = {
      cookie: this.person.line.cookie(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': `${this.person.name}-${++this.#made}` }),
    }
    const ask = () =>
      fetch(this.#url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return ask().catch(ask)
  }
}
