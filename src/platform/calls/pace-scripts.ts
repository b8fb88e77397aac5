/** Lua scripts of the pace, which run in Redis as one step and by its clock, so that replicas need not agree on theirs. */

/**
 * Gives out a turn in a rolling window: the n-th call waits until a window has gone by since the (n - limit)-th. The turn
 * is reserved at once, so that callers are served in the order in which they came.
 *
 * Keys: pause, turns given out (Unix milliseconds, the newest last). Arguments: calls per window, window in milliseconds,
 * longest wait in milliseconds. Returns {1, milliseconds to wait}, or {0, milliseconds} when nothing was reserved: the app
 * is paused for that long, or the turn would come later than the caller can wait.
 */
export const TURN_SCRIPT = `
local paused = redis.call('pttl', KEYS[1])
if paused > 0 then return {0, paused} end
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, window, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local turn = now
local before = redis.call('lindex', KEYS[2], -limit)
if before then turn = math.max(now, tonumber(before) + window) end
if turn - now > longest then return {0, turn - now} end
redis.call('rpush', KEYS[2], string.format('%.0f', turn))
redis.call('ltrim', KEYS[2], -limit, -1)
redis.call('pexpire', KEYS[2], string.format('%.0f', turn - now + window))
return {1, turn - now}
`;

/** Begins a pause, unless one holds that ends later. Key: pause. Argument: milliseconds. */
export const PAUSE_SCRIPT = `
if redis.call('pttl', KEYS[1]) < tonumber(ARGV[1]) then redis.call('set', KEYS[1], '1', 'px', ARGV[1]) end
`;
