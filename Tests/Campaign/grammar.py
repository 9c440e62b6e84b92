"""The methods of an interface file, and calls of them with values of all kinds."""

import re


class Grammar:
    def __init__(self, text):
        code = re.sub(r"#[^\n]*", "", text)
        self.enumerations = {
            name: [word.strip() for word in body.split(",")]
            for name, body in re.findall(r"type (\w+) \(([^:()]*)\)", code)}
        self.methods = {
            name: re.findall(r"(\w+)\s*:\s*([^,\s]+)", body)
            for name, body in re.findall(r"method (\w+)\(([^()]*)\)", code)}

    def call(self, random, names, without=()):
        """A method and parameters: right, at a limit, of another type or left out."""
        method = random.choice([name for name in self.methods if name not in without])
        parameters = {}
        for name, kind in self.methods[method]:
            is_nullable = kind.startswith("?")
            if is_nullable and random.random() < 0.6 or random.random() < 0.03:
                continue
            kind = kind.lstrip("?")
            if random.random() < 0.05:
                kind = random.choice(["bool", "int", "float", "string", "[]string"])
            parameters[name] = self.value(kind, random, names)
        return method, parameters

    def value(self, kind, random, names):
        if kind.startswith("[]"):
            return [self.value(kind[2:], random, names) for _ in range(random.randrange(4))]
        if kind in self.enumerations:
            return random.choice(self.enumerations[kind])
        return {
            "bool": lambda: random.random() < 0.5,
            "int": lambda: random.choice(
                [0, 1, -1, 100_000, 10**9, 2**53, 2**63 - 1, -(2**63), random.randrange(10**6)]),
            "float": lambda: random.choice(
                [0, 1, 0.5, -1, 1e300, -1e300, 5e-324, random.random(), random.random()]),
            "string": lambda: random.choice(
                [*names, *names, "", "ä" * random.randrange(3000), "\x1b[2J\n<0>x"]),
        }.get(kind, lambda: None)()
