import { DEFAULT_TARGETS } from '#audio/delivery-targets.ts'
import { expect, test } from 'vitest'
import type { ProjectCard } from '#features/projects/projects.contract.ts'
import { arrangeProjects } from './project-order.ts'

function card(name: string, more: Partial<ProjectCard> = {}): ProjectCard {
  return {
    id: name,
    name,
    description: '',
    taskPrefix: 'X',
    targets: DEFAULT_TARGETS,
    targetsFrom: 'default',
    organizationTargets: null,
    cover: null,
    createdAt: 0,
    updatedAt: 0,
    archivedAt: null,
    deletedAt: null,
    organizationId: null,
    teamId: null,
    organizationRole: null,
    organizationMayDownload: true,
    role: 'owner',
    mayDownload: true,
    trackCount: 0,
    openNoteCount: 0,
    openTaskCount: 0,
    nextDueOn: null,
    sizeBytes: 0,
    lastVersionAt: null,
    members: [],
    memberCount: 1,
    ...more,
  }
}
const lowTide = card('Low Tide', { lastVersionAt: 50, sizeBytes: 9, createdAt: 1 })
const kiln = card('Kiln: score, reel 2', { lastVersionAt: 80, sizeBytes: 3, createdAt: 2 })
const reel10 = card('Kiln: score, reel 10', { createdAt: 90, description: 'Strings at Città' })
const names = (cards: readonly ProjectCard[]) => cards.map(({ name }) => name)

test('the latest version comes first, and a project without one stands by when it was made', () => {
  expect(names(arrangeProjects([lowTide, kiln, reel10], 'latest', ''))).toEqual([
    'Kiln: score, reel 10',
    'Kiln: score, reel 2',
    'Low Tide',
  ])
})

test('reel 2 comes before reel 10', () => {
  expect(names(arrangeProjects([lowTide, reel10, kiln], 'name', ''))).toEqual([
    'Kiln: score, reel 2',
    'Kiln: score, reel 10',
    'Low Tide',
  ])
})

test('what is due next comes first, and what is not due last', () => {
  const due = [card('a'), card('b', { nextDueOn: '2031-03-14' }), card('c', { nextDueOn: '2026-11-28' })]
  expect(names(arrangeProjects(due, 'due', ''))).toEqual(['c', 'b', 'a'])
})

test('the largest comes first', () => {
  expect(names(arrangeProjects([kiln, lowTide, reel10], 'size', ''))).toEqual([
    'Low Tide',
    'Kiln: score, reel 2',
    'Kiln: score, reel 10',
  ])
})

test('finding minds neither case nor accents nor the order of words', () => {
  expect(names(arrangeProjects([lowTide, kiln, reel10], 'name', ' citta KILN'))).toEqual(['Kiln: score, reel 10'])
})
