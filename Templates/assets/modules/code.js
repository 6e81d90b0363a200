// QR codes (ISO/IEC 18004): bytes, level M, versions 1 to 15. The build draws other codes; a page's own address
// is known here alone, as it changes with what is scrolled to and chosen.

/** By version: bytes of error correction of a block, and how many blocks there are. */
const correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];

/** Multiplies in the field of 256 elements of the standard. */
const times = (x, y) => {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11D) ^ ((y >> bit & 1) * x);
  return product & 255;
};

/** The bytes that correct errors of a block. */
const corrected = (data, degree) => {
  const divisor = [...Array(degree - 1).fill(0), 1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2))
    for (let j = 0; j < degree; j++) divisor[j] = times(divisor[j], root) ^ (divisor[j + 1] ?? 0);
  const rest = Array(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((part, i) => { rest[i] ^= times(part, factor) });
  }
  return rest;
};

/** The number of bytes of a version, those for correction included. */
const room = (version) => {
  const marks = version > 1 ? (version / 7 | 0) + 2 : 0;
  const taken = marks ? (25 * marks - 10) * marks - 55 : 0;
  return ((16 * version + 128) * version + 64 - taken - (version > 6 ? 36 : 0)) >> 3;
};
const capacity = (version) => room(version) - correction[version - 1] * blocks[version - 1];

/** All bytes of a code, in the order in which they are drawn. */
const encoded = (bytes, version) => {
  const bits = [];
  const add = (value, length) => { while (length--) bits.push(value >> length & 1) };
  add(4, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, capacity(version) * 8 - bits.length));
  add(0, -bits.length & 7);
  for (let filler = 0xEC; bits.length < capacity(version) * 8; filler ^= 0xFD) add(filler, 8);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));

  const count = blocks[version - 1];
  const short = capacity(version) / count | 0;
  const shorter = count - capacity(version) % count;
  const parts = Array.from({ length: count }, (_, i) => data.splice(0, short + (i >= shorter)));
  const checks = parts.map((part) => corrected(part, correction[version - 1]));
  const woven = (lists, length) => Array.from({ length }, (_, i) => lists.map((list) => list[i])).flat()
    .filter((byte) => byte !== undefined);
  return [...woven(parts, short + 1), ...woven(checks, correction[version - 1])];
};

const masks = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => ((x / 3 | 0) + (y / 2 | 0)) % 2, (x, y) => x * y % 2 + x * y % 3,
  (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2,
];

/** Bits and their check, as the standard has them for the mask and for the version. */
const checked = (value, polynomial, degree) => {
  let rest = value;
  for (let i = 0; i < degree; i++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return value << degree | rest;
};

/** How hard a code is to read: long runs and large squares of one colour. */
const penalty = (rows) => {
  const size = rows.length;
  let sum = 0;
  for (const at of [(i, j) => rows[i][j], (i, j) => rows[j][i]]) {
    for (let i = 0; i < size; i++) {
      for (let j = 0, run = 0; j < size; j++) {
        run = j && at(i, j) === at(i, j - 1) ? run + 1 : 1;
        if (run >= 5) sum += run === 5 ? 3 : 1;
      }
    }
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++)
      if (rows[y][x] + rows[y - 1][x] + rows[y][x - 1] + rows[y - 1][x - 1] & 3) continue;
      else sum += 3;
  return sum;
};

/**
 * The modules of a code, row by row: 1 is dark.
 * @param {string} text
 * @returns {number[][] | undefined} undefined if the text has more than 412 bytes
 */
export const modules = (text) => {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + correction.findIndex((_, i) => bytes.length + (i < 9 ? 2 : 3) <= capacity(i + 1));
  if (!version) return undefined;
  const size = version * 4 + 17;
  const rows = Array.from({ length: size }, () => Array(size).fill(undefined));
  const set = (x, y, value) => { if (rows[y]?.[x] === undefined && x >= 0 && x < size && rows[y]) rows[y][x] = +value };

  // The marks in three corners with their margins, smaller ones over the area, and the lines between the corners.
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]])
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++) {
        const far = Math.max(Math.abs(x), Math.abs(y));
        set(cx + x, cy + y, far !== 2 && far !== 4);
      }
  const marks = version > 1 ? (version / 7 | 0) + 2 : 0;
  const step = marks && Math.floor((version * 8 + marks * 3 + 5) / (marks * 4 - 4)) * 2;
  const places = Array.from({ length: marks }, (_, i) => i ? size - 7 - (marks - 1 - i) * step : 6);
  for (const cy of places)
    for (const cx of places) {
      if (rows[cy][cx] !== undefined) continue;
      for (let y = -2; y <= 2; y++)
        for (let x = -2; x <= 2; x++) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  for (let i = 8; i < size - 8; i++) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  if (version > 6) {
    const bits = checked(version, 0x1F25, 12);
    for (let i = 0; i < 18; i++) {
      set(size - 11 + i % 3, i / 3 | 0, bits >> i & 1);
      set(i / 3 | 0, size - 11 + i % 3, bits >> i & 1);
    }
  }
  // Both copies of the mask's number; what they will say is written last.
  const format = [];
  for (let i = 0; i < 15; i++) {
    const down = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i;
    const across = i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i;
    format.push([8, down], [across, 8]);
    set(8, down, 0);
    set(across, 8, 0);
  }
  set(8, size - 8, 1);

  // The bytes in columns of two, from the right, up and down in turn.
  const isData = rows.map((row) => row.map((value) => value === undefined));
  const all = encoded(bytes, version);
  let at = 0;
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - i : i;
        if (!isData[y][x]) continue;
        rows[y][x] = all[at >> 3] >> (7 - (at & 7)) & 1;
        at += 1;
      }
  }

  const masked = masks.map((mask, number) => {
    const made = rows.map((row, y) => row.map((value, x) => isData[y][x] ? value ^ (mask(x, y) === 0) : value));
    const bits = checked(number, 0x537, 10) ^ 0x5412;
    format.forEach(([x, y], i) => { made[y][x] = bits >> (i >> 1) & 1 });
    return made;
  });
  const marked = masked.map(penalty);
  return masked[marked.indexOf(Math.min(...marked))];
};
