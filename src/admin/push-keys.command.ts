import webPush from 'web-push'
import type { AdminCommand } from './command.ts'

export const pushKeysCommand: AdminCommand = {
  words: 'push-keys',
  takes: '',
  summary: 'Make a pair of keys for push, and print it as settings.',
  more:
    'It keeps nothing. Set VAPID_SUBJECT as well, and keep the pair: with another one, a device hears nothing ' +
    'until Roughmix is next opened on it.',
  run: async () => {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    return {
      lines: [
        `VAPID_PUBLIC_KEY=${publicKey}`,
        `VAPID_PRIVATE_KEY=${privateKey}`,
        'VAPID_SUBJECT=mailto:admin@example.com',
      ],
      json: { publicKey, privateKey },
    }
  },
}
