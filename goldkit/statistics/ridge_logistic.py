"""Logistic regression that starts from a guess: what is known beforehand gives way as answers come in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goldkit.statistics.blocks import Floats

STEPS = 50
CLOSE = 1e-9
"""A Newton step shorter than this in every coefficient ends the fit."""
STEEPEST = 30.0
"""Logits beyond ±30 are cut off: exp would leave the floats."""


@dataclass(frozen=True, slots=True)
class RidgeLogistic:
    """A fitted model. coefficients: (features,), of the logit. covariance: (features, features), theirs."""

    coefficients: Floats
    covariance: Floats

    def chances(self, rows: Floats) -> Floats:
        """The chance of each row, (rows,) in (0, 1). rows: (rows, features)."""
        return _sigmoid(rows @ self.coefficients)

    def hopes(self, rows: Floats, of: Sequence[int]) -> Floats:
        """The chance of each row, were the part of its logit that these features make one standard error higher."""
        part = np.zeros_like(rows)
        part[:, list(of)] = rows[:, list(of)]
        doubt = np.sqrt(np.maximum(0.0, np.einsum("ij,jk,ik->i", part, self.covariance, part)))
        return _sigmoid(rows @ self.coefficients + doubt)

    def error(self, rows: Floats, weights: Floats) -> float:
        """The standard error of Σ weight · outcome over rows whose outcomes are to come: chance, and doubt about the model.

        √(Σ w²p(1 − p) + gᵀCg) with g = Σ w·p(1 − p)·x, the gradient of the expected sum (delta method).
        """
        chances = self.chances(rows)
        spread = chances * (1 - chances)
        gradient = rows.T @ (weights * spread)
        return float(np.sqrt((weights**2 * spread).sum() + gradient @ self.covariance @ gradient))


def ridge_logistic(rows: Floats, outcomes: Floats, guess: Floats, spread: Floats) -> RidgeLogistic:
    """The posterior mode, by Newton's method with steps halved where they overshoot, and the inverse of its curvature.

    rows: (answers, features), also none at all; outcomes: (answers,) of 0 and 1. guess: (features,), what each coefficient is taken
    for before there is an answer; spread: the standard deviation of a normal prior about it, above 0 (le Cessie and van
    Houwelingen, Applied Statistics 41, 1992, with ridge 1/spread² towards the guess).
    """
    ridge = 1 / spread**2

    def loss(at: Floats) -> float:
        logits = rows @ at
        return float((np.logaddexp(0, logits) - outcomes * logits).sum() + (ridge * (at - guess) ** 2).sum() / 2)

    found: Floats = guess.astype(np.float64)
    for _ in range(STEPS):
        chances = _sigmoid(rows @ found)
        slope = rows.T @ (outcomes - chances) - ridge * (found - guess)
        step = np.linalg.solve(_curvature(rows, chances, ridge), slope)
        before = loss(found)
        while loss(found + step) > before and np.abs(step).max() >= CLOSE:
            step = step / 2  # a whole step may overshoot; a short enough one never does, the loss being convex
        if np.abs(step).max() < CLOSE:
            break
        found = found + step
    curvature = _curvature(rows, _sigmoid(rows @ found), ridge)
    return RidgeLogistic(found, np.asarray(np.linalg.inv(curvature), dtype=np.float64))


def _curvature(rows: Floats, chances: Floats, ridge: Floats) -> Floats:
    curvature: Floats = (rows.T * (chances * (1 - chances))) @ rows + np.diag(ridge)
    return curvature


def _sigmoid(logits: Floats) -> Floats:
    chances: Floats = 1 / (1 + np.exp(-np.clip(logits, -STEEPEST, STEEPEST)))
    return chances
