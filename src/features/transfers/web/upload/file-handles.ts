/**
 * Whether a kept file may be read; only a click may `ask` the person. Browsers without permissions for handles allow
 * it.
 */
export async function mayRead(handle: FileSystemFileHandle, ask: boolean): Promise<boolean> {
  const state = await permission(handle, 'queryPermission')
  if (state === undefined || state === 'granted') return true
  return ask && (await permission(handle, 'requestPermission')) === 'granted'
}

/** Chromium's additions to the standard handle, which its types lack. */
async function permission(
  handle: FileSystemFileHandle,
  name: 'queryPermission' | 'requestPermission',
): Promise<unknown> {
  const asking: unknown = Reflect.get(handle, name)
  return typeof asking === 'function' ? Reflect.apply(asking, handle, [{ mode: 'read' }]) : undefined
}
