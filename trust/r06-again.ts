import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { noteRoutes } from '#features/notes/notes.contract.ts'
import { projectRoutes } from '#features/projects/projects.contract.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import { inspectDisk } from './inspect-disk.ts'
import { NoAnswer, read } from './line.ts'
import { makeSong } from './make-song.ts'
import { measure } from './measure.ts'
import { TrustPerson } from './person.ts'
import { pause, startServer } from './start-server.ts'

/** A repeated request takes effect once: concurrently, afterwards, and after the server crashed during it. */
void measure('r06', async ({ chance, short, folder, afterwards, say }) => {
  const dataDir = join(folder, 'data')
  let server = await startServer({ dataDir })
  afterwards(() => server.kill('group'))
  const olga = await TrustPerson.signUp(() => server.url, 'olga')
  const projectId = await olga.addProject()
  const versionId = await olga.upload(chance, projectId, makeSong(chance, 'mix.wav', 1), { trackTitle: 'Kiln' })
  const trackId = (await olga.project(projectId)).tracks[0]?.id ?? ''
  // Otherwise its analysis could be running at three crashes of the server, which is the limit.
  await olga.allReady(projectId)
  const note = read(
    noteRoutes['POST /api/projects/:projectId/tracks/:trackId/notes'].answer,
    await olga.line.json('POST', `/api/projects/${projectId}/tracks/${trackId}/notes`, {
      versionId,
      fromSeconds: 0,
      toSeconds: null,
      body: 'The first',
    }),
  )
  const posts: Readonly<Record<string, (name: string) => readonly [path: string, body: unknown]>> = {
    project: (name) => ['/api/projects', { name }],
    track: (name) => [`/api/projects/${projectId}/tracks`, { title: name }],
    task: (name) => [`/api/projects/${projectId}/tasks`, { title: name }],
    note: (name) => [
      `/api/projects/${projectId}/tracks/${trackId}/notes`,
      { versionId, fromSeconds: 0, toSeconds: null, body: name },
    ],
    reply: (name) => [`/api/projects/${projectId}/notes/${note.id}/replies`, { body: name }],
    invite: () => [`/api/projects/${projectId}/invites`, { role: 'listener' }],
  }
  const wrong: string[] = []
  const made: Record<string, string[]> = {}
  const deliveries = short ? 100 : 1000
  let [sent, kills] = [0, 0]
  for (let n = 0; sent < deliveries; n++) {
    const kind = chance.one(Object.keys(posts)) ?? 'task'
    const name = `${kind} ${n}`
    const [path, body] = posts[kind]?.(name) ?? ['', {}]
    const key = `${n}-${chance.whole(0, 1e9)}`
    const deliver = () => {
      sent++
      return olga.line.json('POST', path, body, { 'idempotency-key': key })
    }
    const answers = []
    // Sometimes the server crashes during it, at a random moment.
    const dies = chance.fraction() < 0.04
    const death = dies ? pause(chance.between(0, 12)).then(() => server.kill('group')) : undefined
    for (let times = chance.whole(1, 4), together = chance.fraction() < 0.5; times > 0;) {
      const many = together ? times : 1
      times -= many
      answers.push(...(await Promise.all(Array.from({ length: many }, () => deliver().catch(swallow)))))
    }
    if (death) {
      await death
      kills++
      server = await startServer({ dataDir, port: server.port })
      answers.push(await deliver())
    }
    const heard = answers.flatMap((answer) =>
      answer ? [{ status: answer.status, body: JSON.parse(answer.body.toString()) as { readonly id?: string } }] : [],
    )
    const [first] = heard
    if (first?.status !== 200 || heard.some((other) => !isDeepStrictEqual(other, first)))
      wrong.push(`${name} was answered ${JSON.stringify(heard).slice(0, 300)}`)
    made[kind] = [...(made[kind] ?? []), first?.body.id ?? '']
    if (chance.fraction() < 0.1) {
      const other = await olga.line.json(
        'POST',
        path,
        { ...(body as object), ...elsewise(kind) },
        { 'idempotency-key': key },
      )
      if (other.status !== 409 && other.status !== 422)
        wrong.push(`${name} with another body under its key was answered ${other.status}`)
    }
    if (n % 100 === 99) say(`${sent} deliveries, ${kills} kills`)
  }
  const there = await everything(olga, projectId, trackId, versionId)
  for (const [kind, ids] of Object.entries(made)) {
    const found = there[kind] ?? []
    const [lost, more] = [ids.filter((id) => !found.includes(id)), found.length - ids.length]
    if (lost.length > 0 || more !== 0)
      wrong.push(`${ids.length} of kind ${kind} were asked for, ${found.length} are there`)
  }
  await server.stop()
  wrong.push(...inspectDisk(dataDir))
  return {
    figure:
      `${sent} deliveries of ${Object.values(made).flat().length} requests, ${kills} kills among them: ` +
      `${wrong.length} doubled, lost or answered otherwise`,
    wrong,
  }
})

function swallow(error: unknown): undefined {
  if (!(error instanceof NoAnswer)) throw error
}

function elsewise(kind: string): object {
  return kind === 'project'
    ? { name: 'Another' }
    : kind === 'invite'
      ? { role: 'editor' }
      : kind === 'track' || kind === 'task'
        ? { title: 'Another' }
        : { body: 'Another' }
}

/** Ids by kind; without those from before the first request. */
async function everything(
  olga: TrustPerson,
  projectId: string,
  trackId: string,
  versionId: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { line } = olga
  const project = await olga.project(projectId)
  const notes = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = `limit=500&version=${versionId}${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page: { items: { id: string; replies: { id: string }[] }[]; nextCursor: string | null } = read(
      noteRoutes['GET /api/projects/:projectId/tracks/:trackId/notes'].answer,
      await line.json('GET', `/api/projects/${projectId}/tracks/${trackId}/notes?${query}`),
    )
    notes.push(...page.items)
    cursor = page.nextCursor
  }
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)
  return {
    project: ids(
      read(projectRoutes['GET /api/projects'].answer, await line.json('GET', '/api/projects?limit=200')).items,
    ).filter((id) => id !== projectId),
    track: ids(project.tracks).filter((id) => id !== trackId),
    task: ids(
      read(
        taskRoutes['GET /api/projects/:projectId/tasks'].answer,
        await line.json('GET', `/api/projects/${projectId}/tasks?limit=1000`),
      ).items,
    ),
    note: ids(notes).slice(1),
    reply: ids(notes.flatMap(({ replies }) => replies)),
    invite: ids(
      read(
        projectRoutes['GET /api/projects/:projectId/invites'].answer,
        await line.json('GET', `/api/projects/${projectId}/invites?limit=200`),
      ).items,
    ),
  }
}
