// Typing an element or a register.
import assert from 'node:assert/strict';
import {find, lit, says, selected} from './page.mjs';

const FP8 = '#insn=f32_16x16x64_fp8_fp8';

export const tests = {
    async 'elements, with and without brackets'({open}) {
        const page = await open({hash: `${FP8}&edit=2.3.d`});
        for (const [wanted, said, at] of [
            ['B[31][3]', 'B[31][3] is in B v3{19}[31:24].', 'B[31][3]'],
            ['b,30,3', 'B[30][3] is in B v3{19}[23:16].', 'B[30][3]'],
            ['D[5][7]', 'D[5][7] is in D v1{23}.', 'D[5][7]'],
            [' C[5][8] ', 'D[5][8] is in D v1{24}.', 'D[5][8]'],
            ['CD,5,9', 'D[5][9] is in D v1{25}.', 'D[5][9]'],
            ['A[2][13]', 'A[2][13] is kept, in slot 0 of K group 3: A v1{2}[23:16].', 'A[2][3.0]'],
            ['A[2][3.1]', 'A[2][3.1] is in A v1{2}[31:24].', 'A[2][3.1]'],
            [
                'K[2][13]',
                'The nibble that covers A[2][13]: its selectors are in idx v0{2}[13:12] and v0{2}[15:14].',
                'K[2][3.0]',
            ],
            ['idx[2][3.1]', 'K[2][3.1] is in idx v0{2}[15:14].', 'K[2][3.1]'],
        ]) {
            await find(page, wanted);
            await says(page, 'found', said);
            assert.ok(
                (await selected(page).getAttribute('aria-label')).startsWith(`${at},`),
                wanted,
            );
        }
    },

    async 'an element that no slot keeps is said to be nowhere'({open}) {
        const page = await open({hash: `${FP8}&edit=2.3.d`});
        await find(page, 'A[2][12]');
        await says(
            page,
            'found',
            'A[2][12] is not kept by this pattern, so it is stored nowhere. The slots of its K group are ' +
                'A v1{2}[23:16] and v1{2}[31:24].',
        );
    },

    async 'registers, of one operand or of all'({open}) {
        const page = await open({hash: FP8});
        for (const [wanted, said, at] of [
            ['b:v3{19}[31:24]', 'B v3{19}[31:24] holds B[31][3].', 'B[31][3]'],
            ['b:v3,19,24-31', 'B v3{19}[31:24] holds B[31][3].', 'B[31][3]'],
            ['b:v3{19}', 'B v3{19} holds B[31][3], B[30][3], B[29][3] and B[28][3].', 'B[31][3]'],
            ['cd:v1{23}', 'D v1{23} holds D[5][7].', 'D[5][7]'],
            [
                'v3{19}',
                'B v3{19} holds B[31][3], B[30][3], B[29][3] and B[28][3]; D v3{19} holds D[7][3].',
                'B[31][3]',
            ],
            ['idx:v0{50}[7:4]', 'idx v0{50}[7:4] holds K[2][13.1] and K[2][13.0].', 'K[2][13.1]'],
            ['a:v1,0,0-7', 'A v1{0}[7:0] holds A[0][2.0].', 'A[0][2.0]'],
        ]) {
            await find(page, wanted);
            await says(page, 'found', said);
            assert.ok(
                (await selected(page).getAttribute('aria-label')).startsWith(`${at},`),
                wanted,
            );
        }
        assert.deepEqual(await lit(page, 'a', 'self'), ['A[0][2.0]']);
    },

    async 'what cannot be found is said, and nothing moves'({open}) {
        const page = await open({hash: `${FP8}&at=D,3,3`});
        for (const [wanted, said] of [
            ['', /^Nothing to find\. Write an element as B\[31\]\[3\]/],
            ['B[64][3]', 'k = 64: f32_16x16x64_fp8_fp8 has k from 0 to 63.'],
            ['B[3][16]', 'j = 16: f32_16x16x64_fp8_fp8 has j from 0 to 15.'],
            ['D[16][0]', 'i = 16: f32_16x16x64_fp8_fp8 has i from 0 to 15.'],
            ['A[2][16.0]', 'K group = 16: f32_16x16x64_fp8_fp8 has K group from 0 to 15.'],
            ['A[2][3.2]', 'slot = 2: f32_16x16x64_fp8_fp8 has slot from 0 to 1.'],
            ['B[3][1.0]', /^Only A and K have slots\./],
            ['v4{19}', 'v4: A has v0 to v1, idx has v0 only, B has v0 to v3, D has v0 to v3.'],
            ['idx:v1{0}', 'v1: idx has v0 only.'],
            ['v3{64}', 'Lane 64: lanes are 0 to 63.'],
            ['b:v3{19}[24:31]', 'Bits [24:31]: write the high one first, from 31 down to 0.'],
            ['b:v3{19}[32:24]', 'Bits [32:24]: write the high one first, from 31 down to 0.'],
            [
                'idx:v0{5}[31:16]',
                'idx v0{5}[31:16] holds nothing that is read with cbsz 0, abid 0.',
            ],
            ['E[1][2]', /^“E\[1\]\[2\]” is neither an element nor a register\./],
            ['<img src=x onerror=alert(1)>', /^“<img src=x onerror=alert\(1\)>” is neither/],
            ['9'.repeat(500), /^“9{40}…” is neither/],
        ]) {
            await find(page, wanted);
            await says(page, 'found', said);
            assert.equal(await page.getAttribute('#wanted', 'aria-invalid'), 'true', wanted);
            assert.match(await selected(page).getAttribute('aria-label'), /^D\[3\]\[3\],/, wanted);
        }
        await find(page, 'D[0][0]');
        assert.equal(await page.getAttribute('#wanted', 'aria-invalid'), 'false');
    },
};
