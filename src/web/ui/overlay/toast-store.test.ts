import { beforeEach, expect, test } from 'vitest'
import { dismissToast, shownToasts, toast, watchToasts } from './toast-store.ts'

const texts = () => shownToasts().map((one) => one.text)

beforeEach(() => shownToasts().forEach(({ id }) => dismissToast(id)))

test('three toasts at most are shown, the newest last', () => {
  for (const title of ['Salt', 'Kite', 'Undertow', 'Glasshouse']) toast({ text: `${title} deleted` })
  expect(texts()).toEqual(['Kite deleted', 'Undertow deleted', 'Glasshouse deleted'])
})

test('the same words are said once', () => {
  toast({ text: 'Link copied' })
  toast({ text: 'v6 deleted' })
  toast({ text: 'Link copied' })
  expect(texts()).toEqual(['v6 deleted', 'Link copied'])
})

test('what was said can be taken back, and listeners hear of both', () => {
  const heard: string[][] = []
  const stop = watchToasts(() => heard.push(texts()))
  const takeBack = toast({ text: 'Uploading' })
  takeBack()
  takeBack()
  stop()
  toast({ text: 'Unheard' })
  expect(heard).toEqual([['Uploading'], []])
})
