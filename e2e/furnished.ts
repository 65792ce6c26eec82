import type { Page } from 'playwright-core'
import type * as z from 'zod'
import { projectRoutes } from '#features/projects/projects.contract.ts'
import { sampleProjectRoutes } from '#features/sample-project/sample-project.contract.ts'
import { usualStages } from '#features/stages/stage-states.ts'
import { stageRoutes } from '#features/stages/stages.contract.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import { trackRoutes } from '#features/tracks/tracks.contract.ts'

/** Addresses of screens with something on them, and the words by which one knows that it is there. */
export interface FurnishedScreen {
  readonly name: string
  readonly path: string
  readonly shows: RegExp
}

/** As the signed-in person of the page: the sample project, one without tracks, one in the archive. */
export async function furnish(page: Page): Promise<readonly FurnishedScreen[]> {
  const { projectId: sample } = await send(
    page,
    'POST',
    '/api/sample-project',
    sampleProjectRoutes['POST /api/sample-project'].answer,
  )
  const start = (name: string) =>
    send(page, 'POST', '/api/projects', projectRoutes['POST /api/projects'].answer, { name })
  const empty = await start('The extraordinarily long working title of a concept album in three acts')
  const kiln = await start('Kiln')
  const archived = await start('Night Bus EP')
  const bare = await send(
    page,
    'POST',
    `/api/projects/${kiln.id}/tracks`,
    trackRoutes['POST /api/projects/:projectId/tracks'].answer,
    { title: 'The long way round to where we started (with everyone who was there)' },
  )
  await send(page, 'PATCH', `/api/projects/${archived.id}`, projectRoutes['PATCH /api/projects/:projectId'].answer, {
    archived: true,
  })
  const { tracks } = await untilChecked(page, sample)
  const track = tracks[0]?.id
  const here = `/?projectId=${sample}`
  const { items: stages } = await send(
    page,
    'POST',
    `/api/projects/${sample}/stages`,
    stageRoutes['POST /api/projects/:projectId/stages'].answer,
    { names: usualStages },
  )
  await send(
    page,
    'PATCH',
    `/api/projects/${sample}/stages/${stages[2]?.id}/tracks/${track}`,
    stageRoutes['PATCH /api/projects/:projectId/stages/:stageId/tracks/:trackId'].answer,
    { state: 'in-work', dueOn: '2020-01-31', note: 'Comp the second chorus' },
  )
  const task = await send(
    page,
    'GET',
    `/api/projects/${sample}/tasks`,
    taskRoutes['GET /api/projects/:projectId/tasks'].answer,
  )
  return [
    { name: 'the projects', path: '/', shows: /open tasks/ },
    { name: 'the archive', path: '/?show=archived', shows: /Night Bus EP/ },
    { name: 'the trash', path: '/trash', shows: /The trash is empty/ },
    { name: 'an empty project', path: `/?projectId=${empty.id}`, shows: /Drop bounces/ },
    { name: 'the tracks', path: here, shows: /Album order/ },
    { name: 'the sheet', path: `${here}&view=sheet`, shows: /1 late/ },
    { name: 'the files', path: `${here}&tab=files`, shows: /Drop stems, sessions, lyrics or artwork/ },
    { name: 'the tasks', path: `${here}&tab=tasks`, shows: new RegExp(task.items[0]?.title ?? '') },
    { name: 'the activity', path: `${here}&tab=activity`, shows: /uploaded/ },
    { name: 'the members', path: `${here}&tab=members`, shows: /Invites/ },
    { name: 'the settings', path: `${here}&tab=settings`, shows: /Delete project/ },
    { name: 'a track', path: `${here}&trackId=${track}`, shows: /Could the last chorus be wider/ },
    {
      name: 'a track without versions',
      path: `/?projectId=${kiln.id}&trackId=${bare.id}`,
      shows: /Drop the first version/,
    },
    { name: 'my tasks', path: '/mine', shows: /You’re all caught up/ },
    { name: 'the account', path: '/account', shows: /Appearance/ },
    { name: 'the keys', path: '/account/keys', shows: /Single-key shortcuts/ },
    { name: 'the playback', path: '/account/playback', shows: /Always lossless/ },
    { name: 'the server', path: '/admin', shows: /Jobs/ },
    {
      name: 'a project that is not there',
      path: '/?projectId=nothing',
      shows: /You don’t have access to this project/,
    },
    { name: 'an unknown address', path: '/nowhere', shows: /Not Found/ },
  ]
}

async function untilChecked(page: Page, projectId: string) {
  for (const until = Date.now() + 90_000; Date.now() < until; await page.waitForTimeout(250)) {
    const project = await send(
      page,
      'GET',
      `/api/projects/${projectId}`,
      trackRoutes['GET /api/projects/:projectId'].answer,
    )
    if (project.trackVersions.filter(({ state }) => state === 'ready').length === 3) return project
  }
  throw new Error('the sample song is never finished')
}

/** A call as the page makes it, with its cookies and its origin. */
async function send<T>(page: Page, method: string, path: string, shape: z.ZodType<T>, body?: object): Promise<T> {
  const answer = await page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(path, {
        method,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body }),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as unknown
    },
    [method, path, body && JSON.stringify(body)] as const,
  )
  return shape.parse(answer)
}
