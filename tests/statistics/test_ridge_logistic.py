"""A logistic regression that starts from a guess."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from goldkit.statistics.ridge_logistic import RidgeLogistic, ridge_logistic

GUESS, SPREAD = np.array([-2.0, 1.5, 0.0]), np.array([1.0, 0.5, 2.0])


def drawn(count: int, truth: np.ndarray, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    rows = np.column_stack([np.ones(count), random.normal(size=count), random.integers(0, 2, count)])
    return rows, (random.random(count) < 1 / (1 + np.exp(-rows @ truth))).astype(float)


def test_without_answers_it_is_the_guess_and_its_spread():
    model = ridge_logistic(np.zeros((0, 3)), np.zeros(0), GUESS, SPREAD)
    assert model.coefficients == pytest.approx(GUESS)
    assert model.covariance == pytest.approx(np.diag(SPREAD**2))


def test_it_is_the_mode_that_a_general_optimiser_finds():
    rows, outcomes = drawn(60, np.array([-1.0, 0.5, 1.0]))

    def loss(found: np.ndarray) -> float:
        logits = rows @ found
        return np.logaddexp(0, logits).sum() - outcomes @ logits + (((found - GUESS) / SPREAD) ** 2).sum() / 2

    model = ridge_logistic(rows, outcomes, GUESS, SPREAD)
    assert model.coefficients == pytest.approx(minimize(loss, GUESS, tol=1e-12).x, abs=1e-5)
    step = 1e-4
    eye = np.eye(3) * step
    curved = [[loss(model.coefficients + a + b) - loss(model.coefficients + a - b)
               - loss(model.coefficients - a + b) + loss(model.coefficients - a - b) for b in eye] for a in eye]  # fmt: skip
    assert np.linalg.inv(model.covariance) == pytest.approx(np.array(curved) / (4 * step**2), rel=1e-3, abs=1e-3)


def test_many_answers_outweigh_the_guess():
    truth = np.array([-1.0, 0.2, 1.5])
    model = ridge_logistic(*drawn(40_000, truth), GUESS, SPREAD)
    assert model.coefficients == pytest.approx(truth, abs=0.06)


def test_answers_that_a_line_parts_perfectly_do_no_harm():
    rows = np.column_stack([np.ones(40), np.repeat([-1.0, 1.0], 20), np.zeros(40)])
    model = ridge_logistic(rows, np.repeat([0.0, 1.0], 20), GUESS, SPREAD)
    assert np.isfinite(model.coefficients).all() and model.coefficients[1] < 4


def test_hope_raises_a_chance_by_the_doubt_about_the_features_named():
    model = RidgeLogistic(np.array([0.0, 1.0]), np.array([[4.0, 0.0], [0.0, 0.25]]))
    rows = np.array([[1.0, 0.0], [1.0, 2.0]])
    hopes = model.hopes(rows, [1])
    assert hopes[0] == model.chances(rows)[0] == 0.5
    assert hopes[1] == pytest.approx(1 / (1 + np.exp(-(2.0 + 1.0))))


def test_the_error_of_a_sum_is_that_of_drawing_models_and_outcomes():
    rows, outcomes = drawn(400, np.array([-1.0, 0.5, 1.0]))
    model = ridge_logistic(rows, outcomes, GUESS, SPREAD)
    random = np.random.default_rng(1)
    coming, weights = rows[:50], random.normal(size=50)
    models = random.multivariate_normal(model.coefficients, model.covariance, 20_000)
    chances = 1 / (1 + np.exp(-models @ coming.T))
    sums = (random.random(chances.shape) < chances) @ weights
    assert model.error(coming, weights) == pytest.approx(sums.std(), rel=0.03)
