import { expect, test } from 'vitest'
import { emptyForm, readForm } from './task-form.ts'

const form = { ...emptyForm({ trackId: 'glasshouse', fromSeconds: 31.2, toSeconds: 35.9 }), title: '  Ride the vocal ' }

test('a range from the wave comes back as it was', () => {
  expect(readForm(form).body).toMatchObject({
    title: 'Ride the vocal',
    trackId: 'glasshouse',
    fromSeconds: 31.2,
    toSeconds: 35.9,
  })
})

test('without a track there is no range', () => {
  expect(readForm({ ...form, trackId: '' }).body).toMatchObject({ trackId: null, fromSeconds: null, toSeconds: null })
})

test('a title is asked for, and a range that runs forwards', () => {
  expect(readForm({ ...form, title: ' ' }).errors.title).toBeDefined()
  expect(readForm({ ...form, to: '0:30' }).errors).toEqual({ to: 'The end is before the start' })
  expect(readForm({ ...form, from: '' }).errors).toEqual({ from: 'A range needs a start' })
  expect(readForm({ ...form, from: 'soon' }).body).toBeUndefined()
})
