import { expect, test } from 'vitest'
import { defineHook, joinHooks } from './hooks.ts'

test('asks everybody who answers, in order, however often they join', async () => {
  const bytesOfProject = defineHook<[projectId: string], number>('project.bytes')
  const answers = [bytesOfProject.answeredBy(() => 3), bytesOfProject.answeredBy(async ({ length }) => length)]
  expect(await bytesOfProject.ask('tide')).toEqual([])
  joinHooks(answers)
  joinHooks(answers)
  expect(await bytesOfProject.ask('tide')).toEqual([3, 4])
})

test('the first that refuses ends it', async () => {
  const asked: string[] = []
  const deleted = defineHook<[]>('project.deleted')
  joinHooks([
    deleted.answeredBy(() => {
      throw new Error('still heard')
    }),
    deleted.answeredBy(() => void asked.push('the next')),
  ])
  await expect(deleted.ask()).rejects.toThrow('still heard')
  expect(asked).toEqual([])
})
