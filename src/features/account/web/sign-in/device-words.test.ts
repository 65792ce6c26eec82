import { expect, test } from 'vitest'
import { deviceOf } from './device-words.ts'
import { usernameProblem } from './username-rules.ts'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    { browser: 'Firefox', system: 'Linux', kind: 'desk' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    { browser: 'Edge', system: 'Windows', kind: 'desk' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, ' +
      'like Gecko) Version/18.6 Safari/605.1.15',
    { browser: 'Safari', system: 'macOS', kind: 'desk' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 ' +
      'Mobile/15E148 Safari/604.1',
    { browser: 'Chrome', system: 'iPhone', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    { browser: 'Chrome', system: 'Android', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    { browser: 'Chrome', system: 'Android', kind: 'tablet' },
  ],
  ['curl/8.14.1', { browser: 'A program', system: null, kind: 'desk' }],
  [null, { browser: null, system: null, kind: 'desk' }],
])('a session of %s is told as its device', (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device)
})

test('a username is judged while it is typed: signs first, then its length', () => {
  expect(['', 'jo.okafor_7'].map(usernameProblem)).toEqual([null, null])
  expect(usernameProblem('jö')).toContain('without accents')
  expect(usernameProblem('jo')).toContain('At least 3')
  expect(usernameProblem('j'.repeat(31))).toContain('At most 30')
})
