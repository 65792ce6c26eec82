import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleProject, sampleTrack } from '#features/tracks/track-sample.ts'
import { show } from '#web/testing/show.rig.tsx'
import { sampleAsk, sampleDecision } from '../approval-sample.ts'
import type { ApprovalAsk, ApprovalDecision } from '../approvals.contract.ts'
import RecordDialog from './RecordDialog.tsx'

function ask(id: string, reviewerName: string, change: Partial<ApprovalAsk> = {}): ApprovalAsk {
  return { ...sampleAsk, id, reviewerId: id, reviewerName, ...change }
}

function decision(id: string, seq: number, change: Partial<ApprovalDecision> = {}): ApprovalDecision {
  return { ...sampleDecision, id, seq, sha256: 'ab'.repeat(32), ...change }
}

async function open(
  { asks = [], decisions = [] }: { asks?: readonly ApprovalAsk[]; decisions?: readonly ApprovalDecision[] },
  verification?: { readonly matches: boolean; readonly stored: string | null },
) {
  const shown = show(<RecordDialog project={sampleProject()} track={sampleTrack()} onClose={() => undefined} />, {
    'GET /api/projects/p/tracks/t/approvals': { versions: [], asks, decisions },
    ...(verification && { 'GET /api/projects/p/tracks/t/decisions/d/verification': verification }),
  })
  if (asks.length + decisions.length > 0) await screen.findByRole('list', { name: 'Approval history' })
  return shown
}

const lines = () => screen.getAllByRole('listitem').map((line) => line.textContent)

test('an empty record says so', async () => {
  await open({})
  expect(await screen.findByText('Nothing recorded yet')).toBeDefined()
})

test('the last stands first, and who was asked in one go stands in one line', async () => {
  await open({
    asks: [ask('jo', 'Jo Okafor'), ask('lin', 'Lin Park')],
    decisions: [decision('d', 2)],
  })
  expect(lines()).toEqual([
    expect.stringContaining('Jo Okafor approved v1'),
    expect.stringContaining('Ines Duarte asked Jo Okafor and Lin Park to approve v1'),
  ])
})

test('a line says for which versions, what to listen for, and who is no longer asked', async () => {
  await open({ asks: [ask('jo', 'Jo Okafor', { following: true, message: 'The outro?', cancelledAt: 5 })] })
  const [line = ''] = lines()
  for (const words of ['and later versions', 'The outro?', 'Withdrawn, or asked again: Jo Okafor'])
    expect(line).toContain(words)
})

test('what was said otherwise since, of the same version by the same person, is superseded', async () => {
  await open({
    decisions: [
      decision('a', 1, { decision: 'changes' }),
      decision('b', 2),
      decision('c', 3, { versionId: 'v2', versionNumber: 2 }),
      decision('d', 4, { authorId: 'lin', authorName: 'Lin Park' }),
    ],
  })
  expect(lines().map((line) => line?.includes('superseded'))).toEqual([false, false, false, true])
})

test.each([
  [{ matches: true, stored: 'ab' }, 'The hash matches the stored file'],
  [{ matches: false, stored: 'cd' }, 'The stored file is different: its SHA-256 is cd'],
  [{ matches: false, stored: null }, 'The file is no longer stored'],
  [undefined, /^The file could not be checked\./],
])('a file that is verified as %o is told in words', async (verification, words) => {
  const { person } = await open({ decisions: [decision('d', 1)] }, verification)
  const [line] = screen.getAllByRole('listitem')
  if (!line) throw new Error('there is no line')
  await person.click(within(line).getByRole('button', { name: 'Verify the file that Jo Okafor decided on, v1' }))
  expect(await within(line).findByText(words)).toBeDefined()
})
