import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

test('any name becomes a header of plain ASCII that gives the exact name back', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 60 }), (name) => {
      const header = contentDisposition('attachment', name)
      expect(header).toMatch(/^attachment; filename="[\u0020-\u007e]*"; filename\*=UTF-8''[A-Za-z0-9!%._~-]*$/)
      const [, ascii = '', exact = ''] = /filename="([^"]*)"; filename\*=UTF-8''(.*)$/.exec(header) ?? []
      expect([decodeURIComponent(exact), /["\\%]/.test(ascii)]).toEqual([name.toWellFormed(), false])
    }),
  )
})
