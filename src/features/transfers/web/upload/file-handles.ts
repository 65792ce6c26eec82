/**
 * Whether a stored file handle may be read; `ask` only in a click handler. Browsers without permissions for handles
 * allow it.
 */
export async function mayRead(handle: FileSystemFileHandle, ask: boolean): Promise<boolean> {
  const state = await permission(handle, 'queryPermission')
  if (state === undefined || state === 'granted') return true
  return ask && (await permission(handle, 'requestPermission')) === 'granted'
}

/** Chromium's additions to the standard handle, missing in TypeScript's types. */
async function permission(
  handle: FileSystemFileHandle,
  name: 'queryPermission' | 'requestPermission',
): Promise<unknown> {
  const asking: unknown = Reflect.get(handle, name)
  return typeof asking === 'function' ? Reflect.apply(asking, handle, [{ mode: 'read' }]) : undefined
}
