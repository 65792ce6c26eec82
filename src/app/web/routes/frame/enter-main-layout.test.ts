import { expect, test } from 'vitest'
import { FailedRequest } from '#web/api/failed-request.ts'
import { enterMainLayout, type MainEntrance } from './enter-main-layout.ts'

function visit(change: Partial<MainEntrance> = {}): { readonly steps: string[]; readonly entrance: MainEntrance } {
  const steps: string[] = []
  const said =
    <A extends readonly unknown[], R>(name: string, work: (...args: A) => R) =>
    (...args: A) => {
      steps.push(name)
      return work(...args)
    }
  const {
    readSession = async () => ({}),
    readUser = async () => ({}),
    acceptInvite = async () => ({ projectId: 'low-tide', projectName: 'Low Tide', joined: true }),
    ...rest
  } = change
  return {
    steps,
    entrance: {
      here: '/?projectId=kiln',
      invId: undefined,
      ...rest,
      readSession: said('session', readSession),
      readUser: said('user', readUser),
      acceptInvite: said('invite', acceptInvite),
    },
  }
}

const refusal =
  (status: number, code = 'no') =>
  async () => {
    throw new FailedRequest({ status, statusText: 'No' }, { code })
  }

test('Olga, signed in, gets her page: session first, then her data', async () => {
  const { steps, entrance } = visit()
  expect(await enterMainLayout(entrance)).toEqual({ to: 'page' })
  expect(steps).toEqual(['session', 'user'])
})

test.each([
  ['no session', { readSession: async () => null }, ['session']],
  ['a failing session', { readSession: refusal(0) }, ['session']],
  ['no user', { readUser: async () => undefined }, ['session', 'user']],
  ['a failing user', { readUser: refusal(401) }, ['session', 'user']],
  ['a server that fails', { readSession: refusal(500) }, ['session']],
])('%s leads to the sign-in and back here', async (_, change, asked) => {
  const { steps, entrance } = visit({ ...change, invId: 'abc' })
  expect(await enterMainLayout(entrance)).toEqual({ to: 'login', redirect: '/?projectId=kiln' })
  expect(steps).toEqual(asked)
})

test.each([
  ['session', { readSession: refusal(502, '') }],
  ['user', { readUser: refusal(521, '') }],
])('a proxy in place of the server, asked for the %s, sends nobody away: nothing is known yet', async (_, change) => {
  expect(await enterMainLayout(visit({ ...change, invId: 'abc' }).entrance)).toMatchObject({ to: 'nowhere' })
})

test('an invitation is accepted once the visitor is known, and leads into its project', async () => {
  const { steps, entrance } = visit({ invId: 'abc' })
  expect(await enterMainLayout(entrance)).toEqual({
    to: 'project',
    project: { projectId: 'low-tide', projectName: 'Low Tide', joined: true },
  })
  expect(steps).toEqual(['session', 'user', 'invite'])
})

test('a spent invitation leads to the start and says why', async () => {
  const outcome = await enterMainLayout(visit({ invId: 'abc', acceptInvite: refusal(404) }).entrance)
  expect(outcome).toMatchObject({ to: 'start', failure: { status: 404, statusText: 'No' }, invId: 'abc' })
})
