export { inboxKeys as default } from './inbox-keys.ts'
