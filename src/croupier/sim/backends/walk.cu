// Walks the tables of a chain on a GPU, one thread per stream. It contains no rules of wagers.
//
// Set by the compiler's options: BASE, the number of outcomes; DIGITS, how many digits in BASE a word gives; POWER = BASE^DIGITS;
// REJECT = 2^32 mod POWER; STRIDE, rounds per cell (1 or 2); WIDTH of a row; FLUSH, how many blocks of four words are added
// before the packed sums are taken out; *_SHIFT and *_MASK of their fields; SHARED, whether the table is in shared memory.

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

// Philox4x32-10: four words from a counter of four words and a key of two.
__device__ __forceinline__ void philox(u64 block, u64 stream, u32 key0, u32 key1, u32 words[4])
{
    u32 c0 = (u32)block, c1 = (u32)(block >> 32), c2 = (u32)stream, c3 = (u32)(stream >> 32);
#pragma unroll
    for (int round = 0; round < 10; round++) {
        u64 left = (u64)0xD2511F53u * c0, right = (u64)0xCD9E8D57u * c2;
        c0 = (u32)(right >> 32) ^ c1 ^ key0;
        c2 = (u32)(left >> 32) ^ c3 ^ key1;
        c1 = (u32)right;
        c3 = (u32)left;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    words[0] = c0;
    words[1] = c1;
    words[2] = c2;
    words[3] = c3;
}

// The next digit of a word; the word keeps the remaining fraction.
__device__ __forceinline__ u32 digit(u32 &word, u32 base)
{
    u64 product = (u64)word * base;
    word = (u32)product;
    return (u32)(product >> 32);
}

__device__ __forceinline__ u64 rounds_of(u64 stream, u64 rounds, u64 longer)
{
    return rounds + (stream < longer);
}

struct Sums {
    u64 net, squares, wagered, decided;
};

#ifdef PACKED
// A cell has the next row in its top bits and four fields below. Adding cells may overflow at the top, which does no harm.
// A bias for each cell keeps `net` from being negative; the host subtracts it again.

__device__ __forceinline__ void flush(u64 &packed, Sums &sums)
{
    sums.net += (packed >> NET_SHIFT) & NET_MASK;
    sums.squares += (packed >> SQUARES_SHIFT) & SQUARES_MASK;
    sums.wagered += (packed >> WAGERED_SHIFT) & WAGERED_MASK;
    sums.decided += (packed >> DECIDED_SHIFT) & DECIDED_MASK;
    packed = 0;
}

#define RANGE (STRIDE == 2 ? BASE * BASE : BASE)

extern "C" __global__ void __launch_bounds__(THREADS) walk(
    const u64 *__restrict__ table, u32 entries, const u64 *__restrict__ singles, u32 key0, u32 key1, u64 first, u64 streams,
    u64 rounds, u64 longer, i64 *net, u64 *squares, u64 *wagered, u64 *decided)
{
#if SHARED
    extern __shared__ u64 rows[];
    for (u32 at = threadIdx.x; at < entries; at += blockDim.x) rows[at] = table[at];
    __syncthreads();
#else
    const u64 *__restrict__ rows = table;
#endif
    u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= streams) return;
    u64 stream = first + at, left = rounds_of(stream, rounds, longer), bias = left, block = 0, packed = 0;
    u32 row = 0, words[4];
    Sums sums = {0, 0, 0, 0};
    while (left >= 4 * DIGITS * FLUSH) {
#pragma unroll 1
        for (int more = 0; more < FLUSH; more++) {
            philox(block++, stream, key0, key1, words);
#pragma unroll
            for (int which = 0; which < 4; which++) {
                u32 word = words[which];
                if (word * (u32)POWER < REJECT) continue;
#pragma unroll
                for (int look = 0; look < DIGITS / STRIDE; look++) {
                    u64 entry = rows[row + digit(word, RANGE)];
                    packed += entry;
                    row = (u32)(entry >> ROW_SHIFT);
                }
                left -= DIGITS;
            }
        }
        flush(packed, sums);
    }
    u32 state = row / WIDTH;
    while (left) {
        philox(block++, stream, key0, key1, words);
        for (int which = 0; which < 4 && left; which++) {
            u32 word = words[which];
            if (word * (u32)POWER < REJECT) continue;
            for (int one = 0; one < DIGITS && left; one++, left--) {
                packed = singles[state * BASE + digit(word, BASE)];
                state = (u32)(packed >> ROW_SHIFT);
                flush(packed, sums);
            }
        }
    }
    net[at] = (i64)sums.net - (i64)bias * BIAS;
    squares[at] = sums.squares;
    wagered[at] = sums.wagered;
    decided[at] = sums.decided;
}
#endif

// What one step of a table that is not packed changes, and the next state.
struct Step {
    int next, net, wagered, decided;
};

// The source of a stream's digits: several digits per word if all states have the same total, otherwise one digit per word.
struct Draw {
    u64 block, stream;
    u32 key0, key1, words[4], word;
    int which, held;

    __device__ Draw(u64 stream_, u32 key0_, u32 key1_)
        : block(0), stream(stream_), key0(key0_), key1(key1_), word(0), which(4), held(0) {}

    __device__ u32 next_word(u32 power, u32 reject)
    {
        for (;;) {
            if (which == 4) {
                philox(block++, stream, key0, key1, words);
                which = 0;
            }
            u32 found = words[which++];
            if (found * power >= reject) return found;
        }
    }

    __device__ u32 next(u32 base, u32 power, u32 reject, int digits)
    {
        if (held == 0) {
            word = next_word(power, reject);
            held = digits;
        }
        held--;
        return digit(word, base);
    }
};

struct Ranges {
    const u32 *base, *power, *reject, *first; // by state: its total, how to test a word, and the start of its row
    const unsigned char *is_draw;
    const Step *steps;
    int digits;
};

// Plays one round with its draws; returns the state after it, and what it changed.
__device__ __forceinline__ int play(const Ranges &of, Draw &draw, int state, i64 &net, u64 &wagered, u64 &decided)
{
    net = 0;
    do {
        u32 at = draw.next(of.base[state], of.power[state], of.reject[state], of.digits);
        Step step = of.steps[of.first[state] + at];
        net += step.net;
        wagered += step.wagered;
        decided += step.decided;
        state = step.next;
    } while (of.is_draw[state]);
    return state;
}

#define RANGES                                                                                                            \
    const u32 *base, const u32 *power, const u32 *reject, const u32 *row, const unsigned char *is_draw, const Step *steps, \
        int digits

extern "C" __global__ void walk_wide(
    RANGES, u32 key0, u32 key1, u64 first, u64 streams, u64 rounds, u64 longer, i64 *net, u64 *squares, u64 *carries,
    u64 *wagered, u64 *decided)
{
    u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= streams) return;
    Ranges of = {base, power, reject, row, is_draw, steps, digits};
    Draw draw(first + at, key0, key1);
    i64 sum = 0, one;
    u64 low = 0, high = 0, staked = 0, ended = 0;
    int state = 0;
    for (u64 left = rounds_of(first + at, rounds, longer); left; left--) {
        state = play(of, draw, state, one, staked, ended);
        u64 square = (u64)(one * one);
        low += square;
        high += low < square;
        sum += one;
    }
    net[at] = sum;
    squares[at] = low;
    carries[at] = high;
    wagered[at] = staked;
    decided[at] = ended;
}

// Plays sessions, one stream each, until they are over. The way it ended is numbered as in totals.ENDS.
#define GOAL 0
#define RUIN 1
#define LOSS_LIMIT 2
#define STOPPED 3
#define ROUNDS 4
#define NEVER (1LL << 62)

__device__ __forceinline__ int ending(i64 won, i64 low, i64 goal, i64 nothing, i64 floor)
{
    if (won >= goal) return GOAL;
    if (won == nothing) return RUIN;
    if (won <= floor) return LOSS_LIMIT;
    if (low == NEVER) return STOPPED;
    return won < low ? RUIN : ROUNDS;
}

extern "C" __global__ void sessions(
    RANGES, u32 key0, u32 key1, u64 first, u64 streams, i64 goal, i64 nothing, i64 floor, const i64 *low, u64 most, i64 *won,
    i64 *rounds, i64 *falls, unsigned char *how, u64 *wagered)
{
    u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= streams) return;
    Ranges of = {base, power, reject, row, is_draw, steps, digits};
    Draw draw(first + at, key0, key1);
    i64 sum = 0, peak = 0, fall = 0, one;
    u64 played = 0, staked = 0, ended = 0;
    int state = 0;
    do {
        state = play(of, draw, state, one, staked, ended);
        sum += one;
        played++;
        peak = sum > peak ? sum : peak;
        fall = peak - sum > fall ? peak - sum : fall;
    } while (sum < goal && sum >= low[state] && played < most);
    won[at] = sum;
    rounds[at] = (i64)played;
    falls[at] = fall;
    how[at] = (unsigned char)ending(sum, low[state], goal, nothing, floor);
    wagered[at] = staked;
}
