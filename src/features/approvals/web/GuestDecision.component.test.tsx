import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import { GuestDecision } from './GuestDecision.tsx'
import type { AnswerSubject, GuestAnswers } from './use-guest-answers.ts'

const subject = (id: string): AnswerSubject => ({
  track: { id, title: id },
  version: { id: `${id}3`, number: 3 },
})

function open(all: readonly AnswerSubject[], answers: Partial<GuestAnswers> = {}, isRecorded = true) {
  const answer = vi.fn<GuestAnswers['answer']>(async () => isRecorded)
  const onHold = vi.fn<(holds: boolean) => void>()
  const [first = subject('Salt')] = all
  const shown = show(
    <GuestDecision
      answers={{
        last: new Map(),
        approvedIds: new Set(),
        changesIds: new Set(),
        isBusy: false,
        undo: undefined,
        answer,
        ...answers,
      }}
      subject={first}
      all={all}
      newer={undefined}
      onHold={onHold}
      askName={(go) => go()}
    />,
    {},
  )
  return { ...shown, answer, onHold }
}

const press = (name: string) => screen.getByRole('button', { name })

test('one press approves the version on the page', async () => {
  const { person, answer } = open([subject('Salt')])
  await person.click(press('Approve v3'))
  expect(answer).toHaveBeenCalledWith('approved', [subject('Salt')])
})

test('on an album one press approves what is not approved yet', async () => {
  const { person, answer } = open([subject('Salt'), subject('Kite'), subject('Undertow')], {
    approvedIds: new Set(['Kite']),
  })
  expect(screen.getByText('You approved 1 of 3 tracks.')).toBeDefined()
  await person.click(press('Approve all 3'))
  expect(answer).toHaveBeenCalledWith('approved', [subject('Salt'), subject('Undertow')])
})

test('asking for changes takes words, about the version it began with', async () => {
  const { person, answer, onHold } = open([subject('Salt')])
  await person.click(press('Ask for changes'))
  expect(onHold).toHaveBeenLastCalledWith(true)
  await person.type(await screen.findByRole('textbox', { name: 'What should change' }), 'Softer')
  await person.click(screen.getAllByRole('button', { name: 'Ask for changes' }).at(-1) ?? document.body)
  await waitFor(() => expect(answer).toHaveBeenCalledWith('changes', [subject('Salt')], 'Softer'))
  await waitFor(() => expect(onHold).toHaveBeenLastCalledWith(false))
})

test('Undo is there only for as long as it is offered', async () => {
  const undo = vi.fn<() => void>()
  const { person } = open([subject('Salt')], { undo })
  await person.click(press('Undo'))
  expect(undo).toHaveBeenCalledOnce()
})

test('on an album, asking for changes says which track it is about', async () => {
  const { person, answer } = open([subject('Salt'), subject('Kite')])
  await person.click(press('Ask for changes to Salt'))
  await person.type(await screen.findByRole('textbox', { name: 'What should change' }), 'Softer')
  await person.click(press('Ask for changes'))
  await waitFor(() => expect(answer).toHaveBeenCalledWith('changes', [subject('Salt')], 'Softer'))
})

test('an album that is approved asks nothing more', () => {
  open([subject('Salt'), subject('Kite')], { approvedIds: new Set(['Salt', 'Kite']) })
  expect(screen.getByText('You approved all 2 tracks.')).toBeDefined()
  expect(screen.queryByText('Is the album ready?')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})

test('what was typed stays if it could not be sent', async () => {
  const { person, answer } = open([subject('Salt')], {}, false)
  await person.click(press('Ask for changes'))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What should change' })
  await person.type(field, 'Softer')
  await person.click(screen.getAllByRole('button', { name: 'Ask for changes' }).at(-1) ?? document.body)
  await waitFor(() => expect(answer).toHaveBeenCalledOnce())
  expect(field.value).toBe('Softer')
})
